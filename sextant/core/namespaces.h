// The line of folders as namespaces: each folder has its own and sees the names of the folders it may include
// (tools/check_tree.py). So nn/ says `Options` for core::Options, and a name that two folders define is an error where
// both are seen, never a silent choice. Walls: tasks/ sees no model, report/ cannot run anything.
#pragma once

namespace sextant {

namespace core {}
namespace math {
using namespace core;
}
namespace data {
using namespace math;
}
namespace stress {
using namespace data;
}
namespace layers {
using namespace stress;
}
namespace positions {
using namespace layers;
}
namespace init {
using namespace positions;
}
namespace nn {
using namespace init;
}
namespace tasks {
using namespace stress;
}
namespace train {
using namespace nn;
using namespace tasks;
}  // namespace train
namespace analysis {
using namespace train;
}
namespace results {
using namespace analysis;
}
namespace lab {
using namespace results;
}
namespace report {
using namespace results;
}
namespace cli {
using namespace lab;
using namespace report;
}  // namespace cli
namespace test {
using namespace cli;
}

}  // namespace sextant
