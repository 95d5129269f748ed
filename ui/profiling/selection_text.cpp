// SPDX-License-Identifier: Apache-2.0
#include "ui/profiling/selection_text.h"

#include <QStringList>
#include <functional>
#include <optional>

#include "ui/format.h"
#include "ui/profile/profiling_texts.h"
#include "ui/profiling/profile_colors.h"
#include "ui/translations.h"

namespace tilescribe::ui {

namespace {

constexpr qsizetype most_letters = 40;  // of a chip
constexpr qsizetype most_listed = 12;   // kernels in its tool tip

/// The result of `name` if it is the same for all; else empty.
template <typename Name>
std::string common(const ProfileSession& session, const std::set<std::uint32_t>& kinds, Name name) {
  std::optional<std::string> all;
  for (const std::uint32_t kind : kinds) {
    if (kind >= session.kinds.size()) continue;
    const std::string one = std::invoke(name, session.kinds[kind]);
    if (all.value_or(one) != one) return {};
    all = one;
  }
  return all.value_or("");
}

QString shortened(const QString& text) {
  if (text.size() <= most_letters) return text;
  const qsizetype half = most_letters / 2 - 1;
  return text.left(half) + QStringLiteral("…") + text.right(half);
}

QString listed(const ProfileSession& session, const std::set<std::uint32_t>& kinds) {
  QStringList names;
  for (const std::uint32_t kind : kinds) {
    if (kind >= session.kinds.size()) continue;
    const ProfileKind& what = session.kinds[kind];
    const std::string& full = what.kernel.empty() ? what.op : what.kernel;
    names << QStringLiteral("%1: %2").arg(stage_label(what.stage), QString::fromStdString(full));
  }
  names.removeDuplicates();
  if (const qsizetype left_out = names.size() - most_listed; left_out > 0) {
    names.resize(most_listed);
    names << ProfilingTexts::tr("and %n more", nullptr, plural(left_out));
  }
  return names.join(QLatin1Char('\n'));
}

}  // namespace

QString kinds_text(const ProfileSession& session, const std::set<std::uint32_t>& kinds) {
  const auto op_and_variant = [](const ProfileKind& kind) {
    return kind.variant.empty() ? kind.op : kind.op + " (" + kind.variant + ")";
  };
  for (const std::string& name :
       {common(session, kinds, &ProfileKind::short_name), common(session, kinds, op_and_variant),
        common(session, kinds, &ProfileKind::op)}) {
    if (!name.empty()) return QString::fromStdString(name);
  }
  return ProfilingTexts::tr("%n kernel(s)", nullptr, plural(kinds.size()));
}

std::string common_stage(const ProfileSession& session, const std::set<std::uint32_t>& kinds) {
  return common(session, kinds, &ProfileKind::stage);
}

std::vector<SelectionPart> selection_parts(const ProfileSession& session, const ProfileSelection& selection) {
  std::vector<SelectionPart> parts;
  const auto add = [&](const QString& text, const QString& details) -> ProfileSelection& {
    parts.push_back({shortened(text), details, selection});
    return parts.back().without;
  };
  if (selection.range) {
    const QString text = nice_range(selection.range->begin_ns, selection.range->end_ns);
    const QString length = nice_duration(selection.range->end_ns - selection.range->begin_ns);
    add(text, ProfilingTexts::tr("%1 (%2)").arg(text, length)).range.reset();
  }
  if (selection.stage) {
    const QString stage = stage_label(*selection.stage);
    add(stage, ProfilingTexts::tr("Stage: %1").arg(stage)).stage.reset();
  }
  if (selection.layer) {
    const QString layer = *selection.layer < 0 ? ProfilingTexts::tr("outside all layers")
                                               : ProfilingTexts::tr("layer %1").arg(*selection.layer);
    add(layer, layer).layer.reset();
  }
  if (!selection.kinds.empty()) {
    add(kinds_text(session, selection.kinds), listed(session, selection.kinds)).kinds.clear();
  }
  return parts;
}

}  // namespace tilescribe::ui
