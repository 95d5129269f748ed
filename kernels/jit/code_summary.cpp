// SPDX-License-Identifier: Apache-2.0
#include "kernels/jit/code_summary.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <utility>

namespace tilescribe::kernels {
namespace {

// The kinds that decide a kernel's speed, by how their instructions begin. Of several, the first counts.
constexpr auto kinds =
    std::to_array<std::pair<std::string_view, std::string_view>>({{"wgmma.mma_async", "wgmma"},
                                                                  {"wgmma.", "order of wgmma"},
                                                                  {"mma.", "mma"},
                                                                  {"wmma.", "mma"},
                                                                  {"ldmatrix.", "shared loads"},
                                                                  {"stmatrix.", "shared stores"},
                                                                  {"cp.async", "asynchronous copies"},
                                                                  {"ld.shared", "shared loads"},
                                                                  {"st.shared", "shared stores"},
                                                                  {"ld.local", "local loads"},
                                                                  {"st.local", "local stores"},
                                                                  {"ld.param", "arguments"},
                                                                  {"ld.const", "arguments"},
                                                                  {"ld.", "global loads"},
                                                                  {"ldu.", "global loads"},
                                                                  {"st.", "global stores"},
                                                                  {"atom", "atomic operations"},
                                                                  {"red.", "atomic operations"},
                                                                  {"redux.", "shuffles"},
                                                                  {"shfl.", "shuffles"},
                                                                  {"vote.", "shuffles"},
                                                                  {"bar.", "barriers"},
                                                                  {"barrier.", "barriers"},
                                                                  {"mbarrier.", "barriers"},
                                                                  {"membar", "fences"},
                                                                  {"fence.", "fences"},
                                                                  {"fma.", "fma"},
                                                                  {"ex2.", "special functions"},
                                                                  {"lg2.", "special functions"},
                                                                  {"sin.", "special functions"},
                                                                  {"cos.", "special functions"},
                                                                  {"tanh.", "special functions"},
                                                                  {"sqrt.", "special functions"},
                                                                  {"rsqrt.", "special functions"},
                                                                  {"rcp.", "special functions"},
                                                                  {"div.", "divisions"},
                                                                  {"rem.", "divisions"},
                                                                  {"cvt.", "conversions"},
                                                                  {"bra", "branches"}});

// The same kinds in the order in which they are told.
const auto& told() {
  static const std::array kinds_told{Message("wgmma"),
                                     Message("order of wgmma"),
                                     Message("mma"),
                                     Message("fma"),
                                     Message("special functions"),
                                     Message("divisions"),
                                     Message("conversions"),
                                     Message("global loads"),
                                     Message("global stores"),
                                     Message("shared loads"),
                                     Message("shared stores"),
                                     Message("local loads"),
                                     Message("local stores"),
                                     Message("asynchronous copies"),
                                     Message("atomic operations"),
                                     Message("shuffles"),
                                     Message("barriers"),
                                     Message("fences"),
                                     Message("branches")};
  return kinds_told;
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  return first == std::string_view::npos ? std::string_view() : text.substr(first);
}

// The number in front of these words: 72 in "Used 72 registers" for " registers".
int number_before(std::string_view line, std::string_view words) {
  const auto end = line.find(words);
  if (end == std::string_view::npos) return 0;
  auto begin = end;
  while (begin > 0 && line[begin - 1] >= '0' && line[begin - 1] <= '9') --begin;
  int number = 0;
  std::from_chars(line.data() + begin, line.data() + end, number);
  return number;
}

template <class Take>
void each_line(std::string_view text, const Take& take) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    take(text.substr(at, end - at));
    at = end + 1;
  }
}

std::vector<CodeSummary> resources_in(std::string_view log) {
  constexpr std::string_view entry = "Compiling entry function '";
  std::vector<CodeSummary> kernels;
  each_line(log, [&](std::string_view line) {
    if (const auto at = line.find(entry); at != std::string_view::npos) {
      const std::string_view name = line.substr(at + entry.size());
      kernels.emplace_back().kernel = name.substr(0, name.find('\''));
    }
    if (kernels.empty()) return;
    CodeSummary& kernel = kernels.back();
    if (line.find(" bytes stack frame") != std::string_view::npos) {
      kernel.stack_bytes = number_before(line, " bytes stack frame");
      kernel.spill_store_bytes = number_before(line, " bytes spill stores");
      kernel.spill_load_bytes = number_before(line, " bytes spill loads");
    }
    if (line.find("Used ") == std::string_view::npos) return;
    kernel.registers = number_before(line, " registers");
    kernel.barriers = number_before(line, " barriers");
    kernel.shared_bytes = number_before(line, " bytes smem");
  });
  return kernels;
}

// The name of the instruction in a part of a line, without its predicate; nothing: there is none.
std::string_view instruction_in(std::string_view part) {
  part = trimmed(part);
  if (part.starts_with('@')) {
    const auto behind = part.find_first_of(" \t");
    part = behind == std::string_view::npos ? std::string_view() : trimmed(part.substr(behind));
  }
  if (part.empty() || part.front() < 'a' || part.front() > 'z') return {};
  return part.substr(0, part.find_first_of(" \t"));
}

// What stands between the braces of an entry.
std::string_view body_of(std::string_view ptx, const std::string& kernel) {
  const auto entry = ptx.find(".entry " + kernel + "(");
  const auto begin = entry == std::string_view::npos ? entry : ptx.find('{', entry);
  if (begin == std::string_view::npos) return {};
  int depth = 0;
  for (std::size_t at = begin; at < ptx.size(); ++at) {
    if (ptx[at] == '{') ++depth;
    if (ptx[at] == '}' && --depth == 0) return ptx.substr(begin + 1, at - begin - 1);
  }
  return ptx.substr(begin + 1);
}

void count_instructions(std::string_view body, CodeSummary& kernel) {
  std::vector<int> counts(told().size());
  int all = 0;
  const auto take = [&](std::string_view part) {
    const std::string_view name = instruction_in(part);
    if (name.empty()) return;
    ++all;
    for (const auto& [begins, kind] : kinds) {
      if (!name.starts_with(begins)) continue;
      for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += told()[i].code() == kind ? 1 : 0;
      break;
    }
  };
  each_line(body, [&](std::string_view line) {
    line = line.substr(0, line.find("//"));
    for (std::size_t at = 0; at < line.size();) {  // inline assembly has several in a line, and braces
      const std::size_t end = std::min(line.find_first_of(";{}", at), line.size());
      take(line.substr(at, end - at));
      at = end + 1;
    }
  });
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] > 0) kernel.instructions.push_back({told()[i], counts[i]});
  }
  kernel.instructions.push_back({Message("all kinds"), all});
}

}  // namespace

std::vector<CodeSummary> code_summaries(std::string_view log, std::string_view ptx) {
  std::vector<CodeSummary> kernels = resources_in(log);
  for (CodeSummary& kernel : kernels) count_instructions(body_of(ptx, kernel.kernel), kernel);
  return kernels;
}

int first_value(std::string_view ptx, std::string_view global) {
  int value = 0;
  each_line(ptx, [&](std::string_view line) {
    const std::string words = ' ' + std::string(global) + " = ";
    const auto at = line.find(words);
    if (line.find(".global") > at || at == std::string_view::npos) return;
    std::from_chars(line.data() + at + words.size(), line.data() + line.size(), value);
  });
  return value;
}

}  // namespace tilescribe::kernels
