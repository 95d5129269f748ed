// SPDX-License-Identifier: Apache-2.0
#include <QLabel>

#include "ui/format.h"
#include "ui/profile/profile_document.h"
#include "ui/profile/profiling_texts.h"
#include "ui/profiling/views.h"
#include "ui/theme/theme.h"
#include "ui/translations.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"
#include "ui/words.h"

namespace tilescribe::ui {

namespace {

/// How it was measured, in one line: "CUPTI, every kernel", and what is missing.
QString measured_text(const ProfileSession& session) {
  const ProfileSetting& setting = session.setting;
  QStringList parts{setting.source.empty()
                        ? ProfilingTexts::tr("source unknown")
                        : ProfilingTexts::tr("measured by %1").arg(profile_name(setting.source))};
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

}  // namespace

class ProfileHeader : public QWidget {
  Q_DECLARE_TR_FUNCTIONS(tilescribe::ui::ProfileHeader)

 public:
  ProfileHeader(ProfileDocument& document, QWidget* parent)
      : QWidget(parent),
        title_(named("profileTitle", new ElidedLabel(Qt::ElideMiddle, this))),
        measured_(named("profileMeasured", new ElidedLabel(Qt::ElideRight, this))) {
    title_->setFont(heading_font(title_->font(), 1.25));
    measured_->set_color(QPalette::PlaceholderText);
    QBoxLayout* row =
        make_row(this, {14, 10, 14, 6}, 22, {{make_column(nullptr, {}, 2, {title_, measured_}), 1}});
    duration_ = add_figure(*row, "profileDuration", tr("duration"));
    speed_ = add_figure(*row, "profileSpeed", tr("times real time"));
    tokens_ = add_figure(*row, "profileTokens", tr("tokens per second"));
    cost_ = add_figure(*row, "profileCost", tr("tracing costs"));
    connect(&document, &ProfileDocument::opened, this,
            [this, &document] { show_session(document.session().get()); });
    show_session(document.session().get());
  }

 private:
  QLabel* add_figure(QBoxLayout& row, const char* name, const QString& caption) {
    auto* figure = named(name, new QLabel(this));
    figure->setAccessibleName(caption);
    figure->setFont(heading_font(figure->font(), 1.25));
    figure->setAlignment(Qt::AlignRight);
    auto* label = new QLabel(caption, this);
    label->setProperty("quiet", true);
    label->setAlignment(Qt::AlignRight);
    row.addLayout(make_column(nullptr, {}, 2, {figure, label}));
    return figure;
  }

  void show_session(const ProfileSession* session) {
    for (QLabel* figure : {duration_, speed_, tokens_, cost_}) figure->setText(QStringLiteral("–"));
    if (session == nullptr) {
      title_->set_text(tr("No profile is open"));
      measured_->set_text(tr("Transcribe with the live costs shown, or open a saved profile."));
      return;
    }
    const ProfileSetting& setting = session->setting;
    QStringList title;
    for (const QString& part : {QString::fromStdString(setting.audio), words(setting.engine),
                                QString::fromStdString(setting.model)}) {
      if (!part.isEmpty()) title << part;
    }
    title_->set_text(title.isEmpty() ? tr("Profile") : title.join(QStringLiteral(" · ")));
    QString measured = measured_text(*session);
    if (!setting.began.empty()) {
      QString began = QString::fromStdString(setting.began);
      measured += QStringLiteral(" · ") + began.replace(QLatin1Char('T'), QLatin1Char(' '));
    }
    measured_->set_text(measured);
    const double seconds = static_cast<double>(session->duration_ns) / 1e9;
    duration_->setText(nice_duration(session->duration_ns));
    if (seconds > 0.0 && session->audio_s > 0.0)
      speed_->setText(tr("%1×").arg(nice_number(session->audio_s / seconds)));
    if (seconds > 0.0 && !session->tokens.empty()) {
      tokens_->setText(nice_number(static_cast<double>(session->tokens.size()) / seconds));
    }
    if (session->cost_percent >= 0.0) cost_->setText(nice_percent(session->cost_percent));
  }

  ElidedLabel* title_;
  ElidedLabel* measured_;
  QLabel* duration_;
  QLabel* speed_;
  QLabel* tokens_;
  QLabel* cost_;
};

QWidget* make_profile_header(ProfileDocument& document, QWidget* parent) {
  return new ProfileHeader(document, parent);
}

}  // namespace tilescribe::ui
