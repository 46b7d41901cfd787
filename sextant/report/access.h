// Who may read the page: whoever has the token, through a name of this machine itself.
#pragma once

#include <string>
#include <string_view>

namespace sextant::report {

/// 192 bits from the operating system as 48 hexadecimal digits.
std::string make_token();

/// Whether a Host header names this machine itself, with any port or none: a tunnel may end at another port. A name of
/// another site that leads here (DNS rebinding) is refused.
bool is_loopback_host(std::string_view host);

/// Whether two texts are equal, in a time that does not tell where they differ.
bool is_same_secret(std::string_view one, std::string_view other);

/// The value of a cookie in a Cookie header; empty where it is not there.
std::string_view cookie_value(std::string_view cookies, std::string_view name);

}  // namespace sextant::report
