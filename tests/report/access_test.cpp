// Who may read the page.
#include "sextant/report/access.h"

#include <gtest/gtest.h>

#include "sextant/core/namespaces.h"

namespace sextant::test {
namespace {

TEST(Access, TokensAreLongAndNeverTheSame) {
  const std::string token = make_token();
  EXPECT_EQ(token.size(), 48u);
  EXPECT_EQ(token.find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_NE(token, make_token());
}

TEST(Access, OnlyNamesOfThisMachineAreHosts) {
  for (const char* host : {"127.0.0.1", "127.0.0.1:8080", "localhost:1", "localhost", "[::1]", "[::1]:65535"})
    EXPECT_TRUE(is_loopback_host(host)) << host;
  for (const char* host : {"", "evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80", "127.0.0.1:",
                           "localhost:80:80", "localhost:8o", "127.0.0.1:123456", "127.0.0.2", "localhost@evil"})
    EXPECT_FALSE(is_loopback_host(host)) << host;
}

TEST(Access, SecretsAreComparedWhole) {
  EXPECT_TRUE(is_same_secret("abc", "abc"));
  for (const char* other : {"", "ab", "abcd", "abd", "bbc"}) EXPECT_FALSE(is_same_secret("abc", other)) << other;
}

TEST(Access, ACookieIsFoundAmongOthers) {
  EXPECT_EQ(cookie_value("sextant-80=a", "sextant-80"), "a");
  EXPECT_EQ(cookie_value("x=1;  sextant-80=b=c ;y", "sextant-80"), "b=c");
  EXPECT_EQ(cookie_value("sextant-8080=a; xsextant-80=b", "sextant-80"), "");
  EXPECT_EQ(cookie_value("sextant-80", "sextant-80"), "");
  EXPECT_EQ(cookie_value("; ;;", "sextant-80"), "");
}

}  // namespace
}  // namespace sextant::test
