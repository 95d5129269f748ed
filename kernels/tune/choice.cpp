// SPDX-License-Identifier: Apache-2.0
#include "kernels/tune/choice.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "kernels/jit/fingerprint.h"

namespace tilescribe::kernels {
namespace {

constexpr std::string_view heading = "tilescribe tuned choices 1\n";
constexpr std::array<std::string_view, 4> state_names = {"nothing", "waiting", "kept", "rejected"};

// A field of a line: without tabs and line ends.
std::string field(std::string text) {
  for (char& c : text) {
    if (c == '\t' || c == '\n' || c == '\r') c = ' ';
  }
  return text;
}

template <class Number>
std::string number(Number value) {
  std::array<char, 40> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value);
  return {text.data(), end.ptr};
}

template <class Number>
bool read_number(std::string_view text, Number& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() &&
         std::isfinite(static_cast<double>(value));
}

std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> fields;
  for (;;) {
    const std::size_t tab = line.find('\t');
    fields.push_back(line.substr(0, tab));
    if (tab == std::string_view::npos) return fields;
    line.remove_prefix(tab + 1);
  }
}

std::string made_for_lines(const TunedFor& made_for) {
  std::string text;
  for (const auto& [name, value] : {std::pair<const char*, std::string>("device", made_for.device),
                                    {"driver", made_for.driver},
                                    {"engine", made_for.engine},
                                    {"arithmetic", made_for.arithmetic},
                                    {"build", made_for.build},
                                    {"threads", number(made_for.threads)}})
    text += std::string(name) + '\t' + field(value) + '\n';
  return text;
}

std::string line_of(const TunedChoice& choice) {
  std::string line = "choice";
  for (const std::string& value :
       {choice.op, choice.problem, std::string(name_of(choice.state)), choice.before.variant,
        choice.before.config, choice.best.variant, choice.best.config, number(choice.before_ms),
        number(choice.best_ms), number(choice.stage_percent), number(choice.candidates), number(choice.wrong),
        number(choice.other_bits)})
    line += '\t' + field(value);
  return line + '\n';
}

bool read_line(std::string_view line, TunedChoice& choice) {
  const std::vector<std::string_view> fields = fields_of(line);
  if (fields.size() != 14 || fields[0] != "choice" || fields[1].empty() || line.find('\r') != line.npos)
    return false;
  const auto state = std::ranges::find(state_names, fields[3]);
  if (state == state_names.end()) return false;
  choice.op = fields[1];
  choice.problem = fields[2];
  choice.state = static_cast<TuneState>(state - state_names.begin());
  choice.before = {std::string(fields[4]), std::string(fields[5])};
  choice.best = {std::string(fields[6]), std::string(fields[7])};
  return read_number(fields[8], choice.before_ms) && read_number(fields[9], choice.best_ms) &&
         read_number(fields[10], choice.stage_percent) && read_number(fields[11], choice.candidates) &&
         read_number(fields[12], choice.wrong) && read_number(fields[13], choice.other_bits);
}

std::string checksum_line(std::string_view before) {
  return "end\t" + Fingerprint().add(before).hex() + '\n';
}

}  // namespace

std::string_view name_of(TuneState state) {
  return state_names.at(static_cast<std::size_t>(state));
}

std::optional<Preference> TunedChoices::find(std::string_view op, const std::string& problem) const {
  const TunedChoice* const choice = get(std::string(op), problem);
  if (choice == nullptr || choice->state != TuneState::kept) return std::nullopt;
  return choice->best;
}

void TunedChoices::put(TunedChoice choice) {
  std::pair<std::string, std::string> key(choice.op, choice.problem);
  choices_.insert_or_assign(std::move(key), std::move(choice));
}

const TunedChoice* TunedChoices::get(const std::string& op, const std::string& problem) const {
  const auto found = choices_.find({op, problem});
  return found == choices_.end() ? nullptr : &found->second;
}

std::vector<TunedChoice> TunedChoices::all() const {
  std::vector<TunedChoice> list;
  for (const auto& [key, choice] : choices_) list.push_back(choice);
  return list;
}

int TunedChoices::kept() const {
  return static_cast<int>(
      std::ranges::count_if(choices_, [](const auto& one) { return one.second.state == TuneState::kept; }));
}

std::string text_of(const TunedFor& made_for, const TunedChoices& choices) {
  std::string text = std::string(heading) + made_for_lines(made_for);
  for (const TunedChoice& choice : choices.all()) text += line_of(choice);
  return text + checksum_line(text);
}

TunedText read_tuned(std::string_view text, const TunedFor& expected) {
  const auto refused = [](Message complaint) { return TunedText{{}, std::move(complaint)}; };
  const Message damaged("It is damaged.");
  const std::size_t end = text.rfind("end\t");
  if (!text.starts_with(heading) || end == std::string_view::npos || end == 0 || text[end - 1] != '\n' ||
      text.substr(end) != checksum_line(text.substr(0, end)))
    return refused(damaged);
  std::string_view body = text.substr(heading.size(), end - heading.size());
  const std::string lines = made_for_lines(expected);
  if (!body.starts_with(lines))
    return refused(Message("It was made for another device, driver, arithmetic or build."));
  body.remove_prefix(lines.size());
  TunedText result;
  while (!body.empty()) {
    const std::size_t line_end = body.find('\n');
    TunedChoice choice;
    if (line_end == std::string_view::npos || !read_line(body.substr(0, line_end), choice))
      return refused(damaged);
    result.choices.put(std::move(choice));
    body.remove_prefix(line_end + 1);
  }
  return result;
}

std::string tuned_name(const TunedFor& made_for) {
  return Fingerprint().add(made_for_lines(made_for)).hex();
}

}  // namespace tilescribe::kernels
