// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace tilescribe::store {

/// Templates by their names.
using Templates = std::map<std::string_view, std::string_view>;

/// Fills the template of this name with values, as Mustache does (mustache(5)):
///
///     {{name}}                a text, through html_text(): nothing comes unescaped
///     {{#name}} … {{/name}}   for each element of a list; once for an object, a text or `true`
///     {{^name}} … {{/name}}   where {{#name}} gives nothing
///     {{>name}}               another template, filled with the same values
///     {{! … }}                a comment
///
/// A name is looked up in the element of the innermost block first. A block holds no other one of its name. A
/// line with nothing but one of these tags, {{name}} excepted, gives no line. Throws Error if a text, a
/// template or the end of a block is missing.
std::string filled(const Templates& templates, std::string_view name, const nlohmann::json& values);

/// The report's: "report", "style", "shapes".
const Templates& report_templates();

}  // namespace tilescribe::store
