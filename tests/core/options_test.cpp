// Options: what is read, what is refused, and how the refused_option reads.
#include "sextant/core/options.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sextant/core/family.h"
#include "sextant/core/nearest_name.h"
#include "sextant/core/tree.h"
#include "tests/support/error_text.h"

namespace sextant::test {
namespace {

struct Ship final : Options {
  Index width = 64;
  double draught = 1.5;
  bool steam = false;
  std::string name = "Beagle";
  std::string rig = "brig";
  std::optional<double> speed;
  std::vector<Index> guns = {2, 4};
  std::vector<std::string> crew = {"Darwin"};

  void visit(OptionVisitor& option) override {
    option("width", width, "how wide");
    option("draught", draught, "how deep");
    option("steam", steam, "has an engine");
    option("name", name, "what it is called");
    option.choice("rig", rig, {"brig", "barque", "schooner"}, "its sails");
    option("speed", speed, "auto: of the wind");
    option("guns", guns, "per side");
    option("crew", crew, "on board");
  }
};

struct Cargo final : Options {
  Index tons = 3;
  void visit(OptionVisitor& option) override { option("tons", tons, "how much"); }
};

std::string refused_option(const std::string& toml) {
  return error_text([&] {
    Ship ship;
    read_options(parse_toml(toml, "test"), "fleet.ship", {&ship});
  });
}

TEST(Options, ReadsEveryTypeAndKeepsDefaults) {
  Ship ship;
  Cargo cargo;
  read_options(parse_toml("width = 10\ndraught = 2\nsteam = true\nrig = 'barque'\nspeed = 1e-3\nguns = [1, 2, 3]\n"
                          "crew = ['a', 'b']\ntons = 1e3",
                          "test"),
               "", {&ship, &cargo});
  EXPECT_EQ(ship.width, 10);
  EXPECT_EQ(ship.draught, 2.0);  // an integer where a number is expected
  EXPECT_TRUE(ship.steam);
  EXPECT_EQ(ship.name, "Beagle");
  EXPECT_EQ(ship.rig, "barque");
  EXPECT_EQ(ship.speed, 1e-3);
  EXPECT_EQ(ship.guns, (std::vector<Index>{1, 2, 3}));
  EXPECT_EQ(ship.crew, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(cargo.tons, 1000);  // a whole double where an integer is expected
  read_options(parse_toml("speed = 'auto'", "test"), "", {&ship});
  EXPECT_FALSE(ship.speed);
}

TEST(Options, RefusesUnknownKeysWithTheNearestName) {
  EXPECT_EQ(refused_option("widht = 3"), "fleet.ship.widht: no such option; did you mean fleet.ship.width?");
  const std::string far = refused_option("anchor_chain = 3");
  EXPECT_TRUE(contains(far, "fleet.ship.anchor_chain: no such option; known here: width, draught")) << far;
  EXPECT_FALSE(contains(far, "did you mean")) << far;
}

TEST(Options, RefusesWrongTypesNamingKeyExpectationAndValue) {
  EXPECT_EQ(refused_option("width = 'wide'"), "fleet.ship.width: expected an integer, given the string \"wide\"");
  EXPECT_EQ(refused_option("width = 2.5"), "fleet.ship.width: expected an integer, given 2.5");
  EXPECT_EQ(refused_option("width = 1e19"), "fleet.ship.width: expected an integer, given 1e+19");
  EXPECT_EQ(refused_option("width = nan"), "fleet.ship.width: expected an integer, given nan");
  EXPECT_EQ(refused_option("width = true"), "fleet.ship.width: expected an integer, given true");
  EXPECT_EQ(refused_option("draught = '1'"), "fleet.ship.draught: expected a number, given the string \"1\"");
  EXPECT_EQ(refused_option("steam = 1"), "fleet.ship.steam: expected true or false, given 1");
  EXPECT_EQ(refused_option("name = 5"), "fleet.ship.name: expected a quoted string, given 5");
  EXPECT_EQ(refused_option("speed = 'fast'"),
            "fleet.ship.speed: expected a number or \"auto\", given the string \"fast\"");
  EXPECT_EQ(refused_option("[width]\nx = 1"), "fleet.ship.width: expected an integer, given a section");
  EXPECT_TRUE(contains(refused_option("guns = [1, 'a']"), "fleet.ship.guns: expected a list of integers"));
  EXPECT_TRUE(contains(refused_option("guns = 1"), "fleet.ship.guns: expected a list of integers"));
  EXPECT_TRUE(contains(refused_option("crew = ['a', 2]"), "fleet.ship.crew: expected a list of strings"));
  EXPECT_EQ(
      refused_option("rig = 'barqeu'"),
      "fleet.ship.rig: expected one of brig, barque, schooner, given the string \"barqeu\"; did you mean barque?");
  Ship ship;
  EXPECT_TRUE(contains(error_text([&] { read_options(Tree(5), "fleet", {&ship}); }), "fleet: expected a section"));
}

TEST(Options, WritesWhatReadsBack) {
  Ship ship, copy;
  ship.width = 7;
  ship.draught = 0.1;
  ship.speed = 3;
  ship.guns = {};
  ship.crew = {"a \"quoted\" one", ""};
  copy.speed = 5;
  read_options(parse_toml(write_toml(write_options({&ship})), "test"), "", {&copy});
  EXPECT_EQ(write_options({&copy}).dump(), write_options({&ship}).dump());
  ship.speed.reset();
  EXPECT_EQ(write_options({&ship})["speed"], "auto");
  read_options(write_options({&ship}), "", {&copy});
  EXPECT_FALSE(copy.speed);
}

TEST(Options, DescribesEachOptionInOneLine) {
  Ship ship;
  const std::string text = describe_options("ship", {&ship});
  EXPECT_TRUE(contains(text, "  ship.width = 64 ")) << text;
  EXPECT_TRUE(contains(text, "its sails (brig, barque, schooner)\n")) << text;
  EXPECT_TRUE(contains(text, "  ship.speed = \"auto\" ")) << text;
  EXPECT_EQ(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')), option_names({&ship}).size());
}

struct Hold final : Options {
  Index decks = 1;
  double load = 0.5;
  std::optional<double> draught;
  std::vector<Index> barrels;
  std::string cargo = "tea";
  void visit(OptionVisitor& option) override {
    option("decks", decks, at_least(1), "how many");
    option("load", load, share(), "of what it can carry");
    option("draught", draught, positive(), "how deep");
    option("barrels", barrels, between(1, 9), "on each deck");
    option.choice("cargo", cargo, {"tea", "salt"}, "what is in it");
  }
};

TEST(Options, RefusesWhatIsOutOfRangeWhenReadAndWhenSetInCode) {
  const auto read = [](const Tree& values) {
    Hold hold;
    return error_text([&] { read_options(values, "hold", {&hold}); });
  };
  EXPECT_EQ(read({{"decks", 0}}), "hold.decks: expected 1 or more, not 0");
  EXPECT_EQ(read({{"load", 1}}), "hold.load: expected 0 or more and less than 1, not 1");
  EXPECT_EQ(read({{"draught", 0}}), "hold.draught: expected more than 0, not 0");
  EXPECT_EQ(read({{"barrels", {3, 10}}}), "hold.barrels: expected 1 to 9, not 10");
  Hold hold;
  EXPECT_NO_THROW(check_options("hold", {&hold}));
  hold.load = std::nan("");
  EXPECT_EQ(error_text([&] { check_options("hold", {&hold}); }),
            "hold.load: expected 0 or more and less than 1, not nan");
  hold.load = 0;
  hold.cargo = "tee";
  EXPECT_EQ(error_text([&] { check_options("", {&hold}); }),
            "cargo: expected one of tea, salt, not 'tee'; did you mean tea?");
}

struct Rope final : Options {
  std::optional<Index> strands;
  void visit(OptionVisitor& option) override {
    option("strands", strands, at_least(1), "auto (or 0): as its length asks");
  }
};

// Runs are named by what is written, and an integer that is unset was always written as 0.
TEST(Options, UnsetIntegersAreReadFromAutoOrZeroAndWrittenAsZero) {
  Rope rope;
  EXPECT_EQ(write_options({&rope}).dump(), R"({"strands":0})");
  read_options({{"strands", 3}}, "", {&rope});
  EXPECT_EQ(rope.strands, 3);
  for (const Tree& unset : {Tree("auto"), Tree(0)}) {
    rope.strands = 3;
    read_options({{"strands", unset}}, "", {&rope});
    EXPECT_FALSE(rope.strands) << unset;
  }
  EXPECT_EQ(error_text([&] { read_options({{"strands", -1}}, "", {&rope}); }), "strands: expected 1 or more, not -1");
  EXPECT_EQ(error_text([&] {
              read_options({{"strands", "few"}}, "", {&rope});
            }),
            "strands: expected an integer or \"auto\", given the string \"few\"");
}

TEST(Options, ShowsRangesBehindTheSentence) {
  Hold hold;
  EXPECT_TRUE(contains(describe_options("", {&hold}), "how many (1 or more)\n"));
}

TEST(NearestName, CountsSwapsAsOneEditAndSaysNothingWhenFar) {
  EXPECT_EQ(edit_distance("widht", "width"), 1u);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
  EXPECT_EQ(edit_distance("", "abc"), 3u);
  const std::vector<std::string> known = {"rotary", "learned", "latin_square"};
  EXPECT_EQ(nearest_name("Rotray", known), "rotary");
  EXPECT_EQ(nearest_name("latin", known), "latin_square");
  EXPECT_EQ(nearest_name("zebra", known), "");
  EXPECT_EQ(nearest_name_hint("lerned", known), "; did you mean learned?");
  EXPECT_EQ(nearest_name_hint("", known), "");
}

struct Rig {
  virtual ~Rig() = default;
  virtual int masts() const = 0;
};
using MakeRig = std::unique_ptr<Rig>(const Options& own, int further);

struct RigOptions final : Options {
  Index masts = 2;
  void visit(OptionVisitor& option) override { option("masts", masts, "how many"); }
};
class Brig final : public Rig {
 public:
  using OwnOptions = RigOptions;
  Brig(const RigOptions& own, int further) : masts_(static_cast<int>(own.masts) + further) {}
  int masts() const override { return masts_; }

 private:
  int masts_;
};

}  // namespace

SEXTANT_DEFINE_VARIANT(MakeRig, brig, Brig)
SEXTANT_DEFINE_VARIANT(MakeRig, barque, Brig)

Family<MakeRig> list_rigs() {
  Family<MakeRig> list("rigs", "rig");
  SEXTANT_ADD_VARIANT(list, MakeRig, brig, "two masts")
  SEXTANT_ADD_VARIANT(list, MakeRig, barque, "three masts", {"wind", "steam"})
  list.keep_old_name("bark", "barque");
  return list;
}

namespace {

TEST(Family, MakesVariantsFromTheirLines) {
  const Family<MakeRig> family = list_rigs();
  const auto& barque = family.find("barque");
  EXPECT_EQ(barque.sentence, "three masts");
  EXPECT_EQ(barque.accepts, (std::vector<std::string>{"wind", "steam"}));
  EXPECT_EQ(barque.make(*barque.make_options(), 1)->masts(), 3);
  EXPECT_TRUE(family.catalogue().find("brig").accepts.empty());
}

TEST(Family, FindsByNameOrNamesTheNearest) {
  EXPECT_EQ(list_rigs().find("bark").name, "barque");
  EXPECT_EQ(list_rigs().names(), (std::vector<std::string>{"brig", "barque"}));
  EXPECT_EQ(error_text([] { (void)list_rigs().find("barqe"); }),
            "rigs: unknown name 'barqe'; did you mean barque?; `sextant list rigs` shows all");
}

}  // namespace
}  // namespace sextant::test
