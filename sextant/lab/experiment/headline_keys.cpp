#include "sextant/lab/experiment/headline_keys.h"

#include "sextant/core/error.h"
#include "sextant/core/options.h"

namespace sextant::lab {
namespace {

struct HeadlineKeys final : Options {
  Headline headline;
  void visit(OptionVisitor& option) override {
    option("title", headline.title, "title of the page, if every number is within its bound");
    option("title_otherwise", headline.title_otherwise, "title of the page if one of them is not");
    option("sentence", headline.sentence,
           "what was found, if every number is within its bound; {1} is the first number");
    option("otherwise", headline.otherwise, "what is said if one of them is not");
    option("figure", headline.figure, "id of the figure shown first");
    option("data", headline.data, "what the models were trained on, in a few words");
    option("controls", headline.controls, "what the controls test together, in one sentence");
  }
};

/// A claim with a label in place of its sentence.
HeadlineNumber read_number(Tree keys, const std::string& place) {
  require(keys.is_object(), "{}: expected a table, [[headline.numbers]]", place);
  require(keys.contains("label") && keys["label"].is_string(), "{}: the label is missing", place);
  keys["sentence"] = keys["label"];
  keys.erase("label");
  HeadlineNumber number;
  if (const auto percent = keys.find("percent"); percent != keys.end()) {
    require(percent->is_boolean(), "{}.percent: expected true or false", place);
    number.percent = percent->get<bool>();
    keys.erase("percent");
  }
  if (!keys.contains("measure")) keys["measure"] = "mean";
  number.claim = read_claim(keys, place);
  return number;
}

}  // namespace

Headline read_headline(const Tree& section, const std::string& place) {
  if (section.empty()) return {};
  Tree keys = section;
  const Tree numbers = keys.value("numbers", Tree::array());
  keys.erase("numbers");
  HeadlineKeys read;
  read_options(keys, place, {&read});
  require(!read.headline.sentence.empty() && !read.headline.otherwise.empty(),
          "{}: sentence and otherwise are required", place);
  require(read.headline.title.empty() == read.headline.title_otherwise.empty(),
          "{}: title and title_otherwise belong together", place);
  require(numbers.is_array() && !numbers.empty(), "{}: at least one [[headline.numbers]] is required", place);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    read.headline.numbers.push_back(read_number(numbers[i], fmt::format("{}, number {}", place, i + 1)));
  return read.headline;
}

}  // namespace sextant::lab
