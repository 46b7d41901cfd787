// Putting what runs leave behind into a page.
#include "sextant/core/files.h"

#include <gtest/gtest.h>

#include "sextant/report/document.h"
#include "sextant/report/page.h"
#include "sextant/report/panels.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_directory.h"

namespace sextant::test {
namespace {

TEST(ReportFiles, NothingInsideTheDocumentEndsItsElement) {
  const Tree document{{"a", "</script><!--"}, {"b", "\u2028\u2029"}, {"c", "\xff"}};
  const std::string text = embeddable_json(document);
  EXPECT_EQ(text.find('<'), std::string::npos);
  EXPECT_EQ(text.find("\u2028"), std::string::npos);
  EXPECT_EQ(text.find("\u2029"), std::string::npos);
  const Tree back = Tree::parse(text);
  EXPECT_EQ(back["a"], "</script><!--");
  EXPECT_EQ(back["b"], "\u2028\u2029");
  EXPECT_EQ(back["c"], "\uFFFD");
}

TEST(ReportFiles, AnEmptyFolderIsRefusedWithANextStep) {
  const TemporaryDirectory directory;
  const std::string text = error_text([&] { make_document({directory.path()}, false); });
  EXPECT_NE(text.find("neither a run"), std::string::npos) << text;
  EXPECT_NE(text.find("sextant train"), std::string::npos) << text;
}

TEST(ReportFiles, AnExperimentsPageHasItsTitle) {
  const TemporaryDirectory directory;
  write_file_atomically(directory.file("claims.json"), "[]");
  const Tree headline{{"title", "Where are they?"}, {"sentence", "Here."}, {"figure", "map"}};
  write_file_atomically(directory.file("headline.json"), headline.dump());
  const Tree document = make_document({directory.path()}, false);
  EXPECT_EQ(document["title"], "Where are they?");
  EXPECT_EQ(document["headlines"][0]["sentence"], "Here.");
}

TEST(ReportFiles, ThePageOfSeveralSourcesIsNamedByWhatTheyFound) {
  const TemporaryDirectory directory;
  std::vector<std::string> paths;
  for (const char* found : {"The grid comes back", "A small start generalises", "A third", "A fourth"}) {
    paths.push_back(directory.file(fmt::format("source{}", paths.size())));
    make_directory(paths.back());
    write_file_atomically(paths.back() + "/claims.json", "[]");
    const Tree headline{{"title", found}, {"sentence", "Here."}, {"figure", ""}};
    write_file_atomically(paths.back() + "/headline.json", headline.dump());
  }
  EXPECT_EQ(make_document(paths, false)["title"], "The grid comes back; A small start generalises; and 2 more");
  paths.resize(2);
  EXPECT_EQ(make_document(paths, false)["title"], "The grid comes back; A small start generalises");
}

/// boundary.json of one diagram: a line of bands per value of the other axis.
Tree make_boundary() {
  const Tree lines{{{"at", 0.3}, {"bands", {{{"lower", 2.1}, {"upper", 2.9}, {"crossings", {2.5}}}}}},
                   {{"at", 0.4}, {"bands", {{{"lower", 3.0}, {"upper", 4.0}, {"crossings", Tree::array()}}}}}};
  const Tree cell{{"at", {0.4, 3}}, {"runs", 2}, {"label", "fits"}};
  const Tree diagram{{"facet", {{"kind", "rotary"}}},
                     {"confidence", 0.95},
                     {"axes", {{{"key", "gamma"}, {"values", {0.3, 0.4}}}, {{"key", "depth"}, {"values", {2, 3}}}}},
                     {"cells", {cell}},
                     {"boundaries", {{{"label", "fits"}, {"along", {{{"key", "depth"}, {"lines", lines}}}}}}}};
  return Tree{{"target", "fits"}, {"diagrams", {diagram}}};
}

Tree make_diagram(const std::string& x, const Tree& columns, const std::string& y, const Tree& rows) {
  Tree data{{"x", {{"label", x}, {"values", columns}}}, {"y", {{"label", y}, {"values", rows}}}};
  data["cells"] = Tree::array({Tree{{"x", 1}, {"y", 1}}, Tree{{"x", 0}, {"y", 0}}});
  return data;
}

const Tree rotary{{"kind", "rotary"}};

TEST(ReportBoundary, LiesOverTheDiagramOfItsAxesAndFacetAlone) {
  Tree data = make_diagram("gamma", {0.3, 0.4}, "width", {2, 3});
  add_boundary(data, make_boundary(), rotary);
  EXPECT_FALSE(data.contains("boundary"));
  data = make_diagram("gamma", {0.3, 0.4}, "depth", {2, 3});
  add_boundary(data, make_boundary(), Tree{{"kind", "learned"}});
  EXPECT_FALSE(data.contains("boundary"));
  add_boundary(data, make_boundary(), rotary);
  ASSERT_EQ(data["boundary"].size(), 2U);
  EXPECT_EQ(data["boundary"][0].dump(), R"({"along":"y","x":0.3,"y":2.5,"label":"fits","low":2.1,"high":2.9})");
  EXPECT_TRUE(data["boundary"][1]["y"].is_null());
  EXPECT_EQ(data["boundary_label"], "boundary of fits with 95 % band");
  EXPECT_EQ(data["cells"][0]["label"], "fits");
  EXPECT_FALSE(data["cells"][1].contains("label"));
}

TEST(ReportBoundary, IsFoundHoweverTheFacetWasTyped) {
  Tree boundary = make_boundary();
  boundary["diagrams"][0]["facet"] = Tree{{"causal", true}, {"sigma", "auto"}};
  Tree data = make_diagram("gamma", {0.3, 0.4}, "depth", {2, 3});
  add_boundary(data, boundary, Tree{{"causal", 1}, {"sigma", nullptr}});
  EXPECT_TRUE(data.contains("boundary"));
}

TEST(ReportBoundary, IsTurnedWhereTheDiagramHasItsAxesTheOtherWay) {
  Tree data = make_diagram("depth", {2, 3}, "gamma", {0.3, 0.4});
  add_boundary(data, make_boundary(), rotary);
  EXPECT_EQ(data["boundary"][0].dump(), R"({"along":"x","y":0.3,"x":2.5,"label":"fits","low":2.1,"high":2.9})");
  EXPECT_EQ(data["cells"][0]["label"], "fits");
}

}  // namespace
}  // namespace sextant::test
