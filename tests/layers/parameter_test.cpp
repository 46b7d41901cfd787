// Where parameters live: the order of the flat buffers, sharing, binding, finding.
#include "sextant/layers/parameter.h"

#include <gtest/gtest.h>

#include <set>

namespace sextant::test::inline SEXTANT_PRECISION {
namespace {

void declare(Parameters& parameters) {
  parameters.add({.name = "first", .rows = 2, .columns = 3});
  parameters.add({.name = "frozen", .rows = 1, .columns = 5, .trainable = false});
  parameters.add({.name = "second", .rows = 4, .columns = 3});
}

TEST(Parameters, TrainedOnesComeFirstWithoutGaps) {
  Parameters parameters;
  declare(parameters);
  parameters.allocate();
  EXPECT_EQ(parameters.size(), 23);
  EXPECT_EQ(parameters.trainable_size(), 18);
  EXPECT_EQ(parameters.find("first").offset, 0);
  EXPECT_EQ(parameters.find("second").offset, 6);
  EXPECT_EQ(parameters.find("frozen").offset, 18);
  for (const Parameter& parameter : parameters.list()) {
    EXPECT_EQ(parameter.value.data, parameters.values().data() + parameter.offset);
    EXPECT_EQ(parameter.gradient.data, parameters.gradients().data() + parameter.offset);
    EXPECT_EQ(parameter.value.rows, parameter.rows);
    EXPECT_EQ(parameter.value.stride, parameter.columns);
  }
}

TEST(Parameters, ShareValuesButNotGradients) {
  Parameters owner, guest, stranger;
  declare(owner);
  declare(guest);
  stranger.add({.name = "first", .rows = 3, .columns = 3});
  owner.allocate();
  guest.share_values(owner);
  owner.find("second").value(1, 2) = 7;
  EXPECT_EQ(guest.find("second").value(1, 2), 7);
  EXPECT_NE(guest.find("second").gradient.data, owner.find("second").gradient.data);
  EXPECT_THROW(stranger.share_values(owner), Error);
}

TEST(Parameters, GradientsGoWhereTheyAreBound) {
  Parameters parameters;
  declare(parameters);
  parameters.allocate();
  std::vector<real> buffer(23, 0);
  parameters.bind_gradients(buffer.data());
  parameters.find("second").gradient(0, 1) = 3;
  EXPECT_EQ(buffer[7], 3);
  EXPECT_EQ(parameters.gradients().data(), buffer.data());
}

TEST(Parameters, ErrorsNameTheTensor) {
  Parameters parameters;
  declare(parameters);
  parameters.allocate();
  try {
    parameters.find("secand");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean second"), std::string::npos) << error.what();
  }
  Parameters twice;
  declare(twice);
  declare(twice);
  EXPECT_THROW(twice.allocate(), Error);
  Parameters given;
  given.add({.name = "given", .rows = 2, .columns = 2, .given = {1, 2, 3}});
  EXPECT_THROW(given.allocate(), Error);
}

TEST(Parameters, EveryRoleHasItsName) {
  std::set<std::string> names;
  for (const Role role : all_roles()) names.insert(name_of(role));
  EXPECT_EQ(names.size(), all_roles().size());
  EXPECT_EQ(all_roles().size(), static_cast<std::size_t>(Role::latent) + 1);  // the last one
  EXPECT_FALSE(names.contains(""));
}

}  // namespace
}  // namespace sextant::test::inline SEXTANT_PRECISION
