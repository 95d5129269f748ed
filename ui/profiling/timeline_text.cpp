// SPDX-License-Identifier: Apache-2.0
#include "ui/profiling/timeline_text.h"

#include <QStringList>
#include <algorithm>

#include "ui/format.h"
#include "ui/profile/profiling_texts.h"
#include "ui/profiling/profile_colors.h"
#include "ui/translations.h"

namespace tilescribe::ui {

namespace {

QString plain(const std::string& text) {
  return QString::fromStdString(text).toHtmlEscaped();
}

/// A name and its value, as rich text. Without a value it is left out.
using Line = std::pair<QString, QString>;

/// The title is plain text.
QString details(const QString& title, std::initializer_list<Line> lines, const QString& note = {}) {
  QString rows;
  for (const auto& [name, value] : lines) {
    if (value.isEmpty()) continue;
    rows += QStringLiteral("<tr><td>%1&nbsp;&nbsp;</td><td>%2</td></tr>").arg(name, value);
  }
  return QStringLiteral("<div><b>%1</b></div><table cellspacing=0>%2</table>%3")
      .arg(title.toHtmlEscaped(), rows, note);
}

/// A number from `least` on; smaller ones mean that there is none.
QString number(std::int64_t value, std::int64_t least) {
  return value >= least ? QString::number(value) : QString();
}

QString moment(const TimelineModel& model, std::int64_t ns) {
  return tick_label(ns, model.duration_ns >= 1'000'000 ? 1000 : 1, model.duration_ns);
}

QString dimensions(const std::array<std::uint32_t, 3>& size) {
  return QStringLiteral("%1 × %2 × %3").arg(size[0]).arg(size[1]).arg(size[2]);
}

/// Whether a later kernel of the same op has no count of its own, so that this one's count is for all of
/// them.
bool counts_for_several(const ProfileSession& session, std::size_t at) {
  constexpr std::size_t most_between = 16;  // of other streams
  const ProfileRecord& asked = session.records[at];
  const ProfileKind& kind = session.kinds[asked.kind];
  if (kind.activity != ProfileActivity::kernel || kind.op.empty()) return false;
  const std::size_t last = std::min(session.records.size(), at + 1 + most_between);
  for (std::size_t i = at + 1; i < last; ++i) {
    const ProfileRecord& record = session.records[i];
    if (record.stream != asked.stream) continue;
    const ProfileKind& other = session.kinds[record.kind];
    return other.op == kind.op && other.part_of == kind.part_of && other.stage == kind.stage &&
           record.layer == asked.layer && record.step == asked.step && record.flops == 0 && record.bytes == 0;
  }
  return false;
}

/// What the counted work makes of its time, or why it makes no rate of it.
struct Rate {
  QString figures = {}, reason = {};
};

Rate rate_of(const TimelineModel& model, std::size_t at) {
  const ProfileSession& session = *model.session;
  const ProfileRecord& record = session.records[at];
  if (record.bytes <= 0 && record.flops <= 0) return {};
  const bool is_op = session.kinds[record.kind].activity == ProfileActivity::op;
  if (!is_op && model.overlaps_others(at)) {
    return {.reason = ProfilingTexts::tr(
                "No rate: it overlaps another kernel, so its duration includes time spent waiting.")};
  }
  if (counts_for_several(session, at)) {
    return {.reason = ProfilingTexts::tr("No rate: the count is for all kernels of the op.")};
  }
  const auto own = static_cast<double>(std::max<std::int64_t>(1, record.own_ns()));
  QStringList parts;
  if (record.bytes > 0) {
    const double gb_s = static_cast<double>(record.bytes) / own;
    parts << nice_rate(gb_s);
    if (const auto most = session.setting.ceilings.read_gb_s; most && *most > 0.0) {
      parts.back() = ProfilingTexts::tr("%1 (%2 of the reading rate)")
                         .arg(parts.back(), nice_percent(100.0 * gb_s / *most));
    }
  }
  if (record.flops > 0) parts << nice_flop_rate(static_cast<double>(record.flops) / own / 1e3);
  return {.figures = parts.join(QStringLiteral(", "))};
}

QString counted(const ProfileRecord& record) {
  QStringList parts;
  if (record.bytes > 0) parts << nice_bytes(record.bytes);
  if (record.flops > 0)
    parts
        << ProfilingTexts::tr("%1 operation(s)", nullptr, plural(record.flops)).arg(nice_count(record.flops));
  return parts.join(QStringLiteral(", "));
}

}  // namespace

QString block_name(const ProfileSession& session, const TimelineBlock& block) {
  const int first = session.windows[block.windows.front()].index + 1;
  if (block.windows.size() == 1) return ProfilingTexts::tr("Window %1").arg(first);
  return ProfilingTexts::tr("Windows %1 to %2")
      .arg(first)
      .arg(session.windows[block.windows.back()].index + 1);
}

QString record_details(const TimelineModel& model, std::size_t at) {
  const ProfileSession& session = *model.session;
  const ProfileRecord& record = session.records[at];
  const ProfileKind& kind = session.kinds[record.kind];
  const auto if_given = [](bool given, const QString& text) { return given ? text : QString(); };
  const bool launched = record.grid[0] > 0, moves = kind.activity == ProfileActivity::memory;
  const Rate rate = rate_of(model, at);
  QString notes = if_given(!rate.reason.isEmpty(), QStringLiteral("<div>%1</div>").arg(rate.reason));
  if (!kind.kernel.empty() && kind.kernel != kind.short_name) {
    notes += QStringLiteral("<div><small>%1</small></div>").arg(plain(kind.kernel));
  }
  return details(
      model.names[record.kind],
      {{ProfilingTexts::tr("Stage"), stage_label(kind.stage).toHtmlEscaped()},
       {ProfilingTexts::tr("Op"), plain(kind.op)},
       {ProfilingTexts::tr("Variant"), plain(kind.variant)},
       {ProfilingTexts::tr("Part of"), plain(kind.part_of)},
       {ProfilingTexts::tr("Layer"), number(record.layer, 0)},
       {ProfilingTexts::tr("Step"), number(record.step, 0)},
       {ProfilingTexts::tr("Windows together"), number(record.windows, 2)},
       {ProfilingTexts::tr("Start"), moment(model, record.start_ns)},
       {ProfilingTexts::tr("Duration"), nice_duration(record.duration_ns)},
       {ProfilingTexts::tr("Without ops inside"),
        if_given(record.inner_ns > 0, nice_duration(record.own_ns()))},
       {ProfilingTexts::tr("Grid"), if_given(launched, dimensions(record.grid))},
       {ProfilingTexts::tr("Block"), if_given(launched, dimensions(record.block))},
       {ProfilingTexts::tr("Registers"),
        if_given(launched, ProfilingTexts::tr("%1 per thread").arg(record.registers))},
       {ProfilingTexts::tr("Threads"), number(record.threads, 1)},
       {ProfilingTexts::tr("Moved"), if_given(moves, nice_bytes(record.shared_bytes))},
       {ProfilingTexts::tr("Shared memory"), if_given(launched && !moves, nice_bytes(record.shared_bytes))},
       {ProfilingTexts::tr("Counted"), counted(record)},
       {ProfilingTexts::tr("Rate"), rate.figures}},
      notes);
}

QString timeline_name(const TimelineModel& model, const TimelineHit& hit) {
  const ProfileSession& session = *model.session;
  const auto named = [&](const QString& name, const std::string& stage, std::int64_t start_ns,
                         std::int64_t duration_ns) {
    return ProfilingTexts::tr("%1, %2, %3 at %4")
        .arg(name, stage_label(stage), nice_duration(duration_ns), moment(model, start_ns));
  };
  if (hit.kind == TimelineHit::Kind::span) {
    const ProfileSpan& span = session.spans[hit.index];
    return named(ProfilingTexts::tr("Host"), span.stage, span.start_ns, span.duration_ns);
  }
  const ProfileRecord& record = session.records[hit.index];
  return named(model.names[record.kind], session.kinds[record.kind].stage, record.start_ns,
               record.duration_ns);
}

QString timeline_details(const TimelineModel& model, const TimelineHit& hit) {
  const ProfileSession* session = model.session.get();
  if (session == nullptr) return {};
  QString more;
  if (hit.others > 0) {
    more = ProfilingTexts::tr("<div>and %1 more in this pixel</div>", nullptr, plural(hit.others))
               .arg(nice_count(hit.others));
  }
  switch (hit.kind) {
    case TimelineHit::Kind::record:
      return record_details(model, hit.index) + more;
    case TimelineHit::Kind::span: {
      const ProfileSpan& span = session->spans[hit.index];
      const QString title = ProfilingTexts::tr("Host: %1").arg(stage_label(span.stage));
      return details(title, {{ProfilingTexts::tr("Step"), number(span.step, 0)},
                             {ProfilingTexts::tr("Windows together"), number(span.windows, 2)},
                             {ProfilingTexts::tr("Start"), moment(model, span.start_ns)},
                             {ProfilingTexts::tr("Duration"), nice_duration(span.duration_ns)}}) +
             more;
    }
    case TimelineHit::Kind::block: {
      const TimelineBlock& block = model.blocks[hit.index];
      const QString from = clock_text(session->windows[block.windows.front()].audio_start_s);
      const QString to = clock_text(session->windows[block.windows.back()].audio_end_s);
      return details(
          block_name(*session, block),
          {{ProfilingTexts::tr("Audio"), ProfilingTexts::tr("%1 to %2").arg(from, to)},
           {ProfilingTexts::tr("Begin"), moment(model, block.begin_ns)},
           {ProfilingTexts::tr("First work to last token"), nice_duration(block.end_ns - block.begin_ns)}});
    }
    case TimelineHit::Kind::token: {
      const ProfileToken& token = session->tokens[hit.index];
      return details(ProfilingTexts::tr("Token “%1”").arg(QString::fromStdString(token.text).trimmed()),
                     {{ProfilingTexts::tr("Window"), QString::number(token.window + 1)},
                      {ProfilingTexts::tr("Known at"), moment(model, token.at_ns)}});
    }
    case TimelineHit::Kind::memory:
      return details(ProfilingTexts::tr("Memory in use"),
                     {{ProfilingTexts::tr("Now"), nice_bytes(session->memory[hit.index].used_bytes)},
                      {ProfilingTexts::tr("Most"), nice_bytes(model.most_memory_bytes)}});
    default:
      return {};
  }
}

QString measure_text(const TimelineModel& model, const TimelineMeasure& measure) {
  const ProfileSession* session = model.session.get();
  const bool kernels = session != nullptr && std::ranges::any_of(session->kinds, [](const ProfileKind& kind) {
                         return kind.activity == ProfileActivity::kernel;
                       });
  const int records = plural(measure.records);
  const QString count = kernels ? ProfilingTexts::tr("%1 kernel(s)", nullptr, records)
                                : ProfilingTexts::tr("%1 op(s)", nullptr, records);
  return ProfilingTexts::tr("%1 · %2 idle · %3")
      .arg(nice_duration(measure.length_ns), nice_share(measure.idle_ns, measure.length_ns),
           count.arg(nice_count(measure.records)));
}

}  // namespace tilescribe::ui
