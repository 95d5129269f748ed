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

/// Rows of a name and a value.
class Details {
 public:
  explicit Details(const QString& title) : title_(title) {}
  void add(const QString& name, const QString& value) {
    if (!value.isEmpty()) {
      rows_ += QStringLiteral("<tr><td>%1&nbsp;&nbsp;</td><td>%2</td></tr>").arg(name, value);
    }
  }
  void note(const QString& text) { notes_ += QStringLiteral("<div>%1</div>").arg(text); }
  QString html() const {
    return QStringLiteral("<div><b>%1</b></div><table cellspacing=0>%2</table>%3").arg(title_, rows_, notes_);
  }

 private:
  QString title_, rows_, notes_;
};

QString number(std::int64_t value) {
  return QString::number(value);
}

QString moment(const TimelineModel& model, std::int64_t ns) {
  return tick_label(ns, model.duration_ns() >= 1'000'000 ? 1000 : 1, model.duration_ns());
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

QString rates(const ProfileSession& session, const ProfileRecord& record) {
  const auto own = static_cast<double>(std::max<std::int64_t>(1, record.own_ns()));
  QStringList parts;
  if (record.bytes > 0) {
    const double gb_s = static_cast<double>(record.bytes) / own;
    QString text = nice_rate(gb_s);
    if (const auto most = session.setting.ceilings.read_gb_s; most && *most > 0.0) {
      text = ProfilingTexts::tr("%1 (%2 of the reading rate)").arg(text, nice_percent(100.0 * gb_s / *most));
    }
    parts << text;
  }
  if (record.flops > 0) parts << nice_flop_rate(static_cast<double>(record.flops) / own / 1e3);
  return parts.join(QStringLiteral(", "));
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
  const ProfileSession& session = *model.session();
  const ProfileRecord& record = session.records[at];
  const ProfileKind& kind = session.kinds[record.kind];
  Details details(model.name_of(record.kind).toHtmlEscaped());
  details.add(ProfilingTexts::tr("Stage"), stage_label(QString::fromStdString(kind.stage)).toHtmlEscaped());
  details.add(ProfilingTexts::tr("Op"), plain(kind.op));
  details.add(ProfilingTexts::tr("Variant"), plain(kind.variant));
  details.add(ProfilingTexts::tr("Part of"), plain(kind.part_of));
  if (record.layer >= 0) details.add(ProfilingTexts::tr("Layer"), number(record.layer));
  if (record.step >= 0) details.add(ProfilingTexts::tr("Step"), number(record.step));
  if (record.windows > 1) details.add(ProfilingTexts::tr("Windows together"), number(record.windows));
  details.add(ProfilingTexts::tr("Start"), moment(model, record.start_ns));
  details.add(ProfilingTexts::tr("Duration"), nice_duration(record.duration_ns));
  if (record.inner_ns > 0)
    details.add(ProfilingTexts::tr("Without ops inside"), nice_duration(record.own_ns()));
  if (record.grid[0] > 0) {
    details.add(ProfilingTexts::tr("Grid"), dimensions(record.grid));
    details.add(ProfilingTexts::tr("Block"), dimensions(record.block));
    details.add(ProfilingTexts::tr("Registers"), ProfilingTexts::tr("%1 per thread").arg(record.registers));
  }
  if (record.threads > 0) details.add(ProfilingTexts::tr("Threads"), number(record.threads));
  if (kind.activity == ProfileActivity::memory) {
    details.add(ProfilingTexts::tr("Moved"), nice_bytes(record.shared_bytes));
  } else if (record.grid[0] > 0) {
    details.add(ProfilingTexts::tr("Shared memory"), nice_bytes(record.shared_bytes));
  }
  details.add(ProfilingTexts::tr("Counted"), counted(record));
  if (record.bytes > 0 || record.flops > 0) {
    const bool is_op = kind.activity == ProfileActivity::op;
    if (!is_op && model.overlaps_others(at)) {
      details.note(ProfilingTexts::tr(
          "No rate: it overlaps another kernel, so its duration includes time spent waiting."));
    } else if (counts_for_several(session, at)) {
      details.note(ProfilingTexts::tr("No rate: the count is for all kernels of the op."));
    } else {
      details.add(ProfilingTexts::tr("Rate"), rates(session, record));
    }
  }
  if (!kind.kernel.empty() && kind.kernel != kind.short_name) {
    details.note(QStringLiteral("<small>%1</small>").arg(plain(kind.kernel)));
  }
  return details.html();
}

QString timeline_name(const TimelineModel& model, const TimelineHit& hit) {
  const ProfileSession& session = *model.session();
  const auto named = [&](const QString& name, const std::string& stage, std::int64_t start_ns,
                         std::int64_t duration_ns) {
    return ProfilingTexts::tr("%1, %2, %3 at %4")
        .arg(name, stage_label(QString::fromStdString(stage)), nice_duration(duration_ns),
             moment(model, start_ns));
  };
  if (hit.kind == TimelineHit::Kind::span) {
    const ProfileSpan& span = session.spans[hit.index];
    return named(ProfilingTexts::tr("Host"), span.stage, span.start_ns, span.duration_ns);
  }
  const ProfileRecord& record = session.records[hit.index];
  return named(model.name_of(record.kind), session.kinds[record.kind].stage, record.start_ns,
               record.duration_ns);
}

QString timeline_details(const TimelineModel& model, const TimelineHit& hit) {
  const ProfileSession* session = model.session();
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
      Details details(ProfilingTexts::tr("Host: %1").arg(stage_label(QString::fromStdString(span.stage))));
      if (span.step >= 0) details.add(ProfilingTexts::tr("Step"), number(span.step));
      if (span.windows > 1) details.add(ProfilingTexts::tr("Windows together"), number(span.windows));
      details.add(ProfilingTexts::tr("Start"), moment(model, span.start_ns));
      details.add(ProfilingTexts::tr("Duration"), nice_duration(span.duration_ns));
      return details.html() + more;
    }
    case TimelineHit::Kind::block: {
      const TimelineBlock& block = model.blocks()[hit.index];
      Details details(block_name(*session, block));
      const ProfileWindow& first = session->windows[block.windows.front()];
      const ProfileWindow& last = session->windows[block.windows.back()];
      details.add(
          ProfilingTexts::tr("Audio"),
          ProfilingTexts::tr("%1 to %2").arg(clock_text(first.audio_start_s), clock_text(last.audio_end_s)));
      details.add(ProfilingTexts::tr("Begin"), moment(model, block.begin_ns));
      details.add(ProfilingTexts::tr("First work to last token"),
                  nice_duration(block.end_ns - block.begin_ns));
      return details.html();
    }
    case TimelineHit::Kind::token: {
      const ProfileToken& token = session->tokens[hit.index];
      Details details(ProfilingTexts::tr("Token “%1”").arg(plain(token.text).trimmed()));
      details.add(ProfilingTexts::tr("Window"), number(token.window + 1));
      details.add(ProfilingTexts::tr("Known at"), moment(model, token.at_ns));
      return details.html();
    }
    case TimelineHit::Kind::memory: {
      Details details(ProfilingTexts::tr("Memory in use"));
      details.add(ProfilingTexts::tr("Now"), nice_bytes(session->memory[hit.index].used_bytes));
      details.add(ProfilingTexts::tr("Most"), nice_bytes(model.most_memory_bytes()));
      return details.html();
    }
    default:
      return {};
  }
}

QString measure_text(const TimelineModel& model, const TimelineMeasure& measure) {
  const ProfileSession* session = model.session();
  const bool kernels = session != nullptr && std::ranges::any_of(session->kinds, [](const ProfileKind& kind) {
                         return kind.activity == ProfileActivity::kernel;
                       });
  const double idle = measure.length_ns > 0 ? 100.0 * static_cast<double>(measure.idle_ns) /
                                                  static_cast<double>(measure.length_ns)
                                            : 0.0;
  const int records = plural(measure.records);
  const QString count = kernels ? ProfilingTexts::tr("%1 kernel(s)", nullptr, records)
                                : ProfilingTexts::tr("%1 op(s)", nullptr, records);
  return ProfilingTexts::tr("%1 · %2 idle · %3")
      .arg(nice_duration(measure.length_ns), nice_percent(idle), count.arg(nice_count(measure.records)));
}

}  // namespace tilescribe::ui
