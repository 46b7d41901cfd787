// Options: what is read, what is refused, and how the refused_option reads.
#include "sextant/core/options.h"

#include <gtest/gtest.h>

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
  EXPECT_EQ(refused_option("speed = 'fast'"), "fleet.ship.speed: expected a number or \"auto\", given the string \"fast\"");
  EXPECT_EQ(refused_option("[width]\nx = 1"), "fleet.ship.width: expected an integer, given a section");
  EXPECT_TRUE(contains(refused_option("guns = [1, 'a']"), "fleet.ship.guns: expected a list of integers"));
  EXPECT_TRUE(contains(refused_option("guns = 1"), "fleet.ship.guns: expected a list of integers"));
  EXPECT_TRUE(contains(refused_option("crew = ['a', 2]"), "fleet.ship.crew: expected a list of strings"));
  EXPECT_EQ(refused_option("rig = 'barqeu'"),
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

TEST(Family, FindsByNameOrNamesTheNearest) {
  using Make = int();
  const auto options = []() -> std::unique_ptr<Options> { return std::make_unique<NoOptions>(); };
  const Family<Make> family(
      "rigs", {{"brig", "two masts", options, [] { return 2; }}, {"barque", "three masts", options, [] { return 3; }}});
  EXPECT_EQ(family.find("barque").make(), 3);
  EXPECT_EQ(error_text([&] { (void)family.find("barqe"); }),
            "rigs: unknown name 'barqe'; did you mean barque?; `sextant list rigs` shows all");
}

}  // namespace
}  // namespace sextant::test
