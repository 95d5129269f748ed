// SPDX-License-Identifier: Apache-2.0
#include "ui/profiling/profile_header.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "ui/format.h"
#include "ui/profile/profiling_texts.h"
#include "ui/theme/theme.h"
#include "ui/translations.h"
#include "ui/widgets/elided_label.h"
#include "ui/words.h"

namespace tilescribe::ui {

QString measured_text(const ProfileSession& session) {
  const ProfileSetting& setting = session.setting;
  QStringList parts{setting.source.empty()
                        ? ProfilingTexts::tr("source unknown")
                        : ProfilingTexts::tr("measured by %1").arg(QString::fromStdString(setting.source))};
  const int taken = plural(session.taken);
  if (setting.full) {
    parts << ProfilingTexts::tr("%1 record(s), every step in full", nullptr, taken)
                 .arg(nice_count(session.taken));
  } else if (session.detail_every <= 1) {  // only for a while
    parts << ProfilingTexts::tr("%1 record(s), not every step in full", nullptr, taken)
                 .arg(nice_count(session.taken));
  } else {
    parts << ProfilingTexts::tr("%1 record(s), one step of %2 in full", nullptr, taken)
                 .arg(nice_count(session.taken), nice_count(session.detail_every));
  }
  if (session.dropped > 0)
    parts << ProfilingTexts::tr("%1 of them only in the sums").arg(nice_count(session.dropped));
  if (session.lost > 0)
    parts << ProfilingTexts::tr("%1 lost for lack of memory").arg(nice_count(session.lost));
  if (!setting.fallback_reason.empty()) parts << words(setting.fallback_reason);
  return parts.join(QStringLiteral(" · "));
}

ProfileHeader::ProfileHeader(QWidget* parent)
    : QWidget(parent),
      title_(new ElidedLabel(Qt::ElideMiddle, this)),
      measured_(new ElidedLabel(Qt::ElideRight, this)) {
  title_->setFont(heading_font(title_->font(), 1.25));
  title_->setObjectName(QStringLiteral("profileTitle"));
  measured_->setObjectName(QStringLiteral("profileMeasured"));
  measured_->set_color(QPalette::PlaceholderText);
  auto* words = new QVBoxLayout;
  words->setSpacing(2);
  words->addWidget(title_);
  words->addWidget(measured_);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(14, 10, 14, 6);
  row->setSpacing(22);
  row->addLayout(words, 1);
  figures_ = {add_figure(*row, QStringLiteral("profileDuration"), tr("duration")),
              add_figure(*row, QStringLiteral("profileSpeed"), tr("times real time")),
              add_figure(*row, QStringLiteral("profileTokens"), tr("tokens per second")),
              add_figure(*row, QStringLiteral("profileCost"), tr("tracing costs"))};
  set_session(nullptr);
}

QLabel* ProfileHeader::add_figure(QHBoxLayout& row, const QString& name, const QString& caption) {
  auto* figure = new QLabel(this);
  figure->setObjectName(name);
  figure->setAccessibleName(caption);
  figure->setFont(heading_font(figure->font(), 1.25));
  figure->setAlignment(Qt::AlignRight);
  auto* label = new QLabel(caption, this);
  label->setProperty("quiet", true);
  label->setAlignment(Qt::AlignRight);
  auto* column = new QVBoxLayout;
  column->setSpacing(2);
  column->addWidget(figure);
  column->addWidget(label);
  row.addLayout(column);
  return figure;
}

void ProfileHeader::set_session(const ProfileSession* session) {
  for (QLabel* figure : figures_) figure->setText(QStringLiteral("–"));
  if (session == nullptr) {
    title_->set_text(tr("No profile is open"));
    measured_->set_text(tr("Transcribe with the live costs shown, or open a saved profile."));
    return;
  }
  const ProfileSetting& setting = session->setting;
  QStringList title;
  for (const std::string* part : {&setting.audio, &setting.engine, &setting.model}) {
    if (!part->empty()) title << QString::fromStdString(*part);
  }
  title_->set_text(title.isEmpty() ? tr("Profile") : title.join(QStringLiteral(" · ")));
  QString measured = measured_text(*session);
  if (!setting.began.empty()) {
    QString began = QString::fromStdString(setting.began);
    measured += QStringLiteral(" · ") + began.replace(QLatin1Char('T'), QLatin1Char(' '));
  }
  measured_->set_text(measured);
  const double seconds = static_cast<double>(session->duration_ns) / 1e9;
  const auto& [duration, speed, tokens, cost] = figures_;
  duration->setText(nice_duration(session->duration_ns));
  if (seconds > 0.0 && session->audio_s > 0.0)
    speed->setText(tr("%1×").arg(nice_number(session->audio_s / seconds)));
  if (seconds > 0.0 && !session->tokens.empty()) {
    tokens->setText(nice_number(static_cast<double>(session->tokens.size()) / seconds));
  }
  if (session->cost_percent >= 0.0) cost->setText(nice_percent(session->cost_percent));
}

}  // namespace tilescribe::ui
