// SPDX-License-Identifier: Apache-2.0
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <algorithm>

#include "ui/chart/chart_style.h"
#include "ui/format.h"
#include "ui/profile/profiling_texts.h"
#include "ui/profiling/document_view.h"
#include "ui/profiling/profile_colors.h"
#include "ui/profiling/stage_bar.h"
#include "ui/profiling/views.h"
#include "ui/theme/theme.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"
#include "ui/words.h"

namespace tilescribe::ui {

namespace {

constexpr int widest = 1080;             // logical pixels; longer lines are hard to read
constexpr std::size_t most_stages = 64;  // with lines of their own; a file from elsewhere may have a million

/// A patch in a stage's colour or hatch.
class Swatch : public QWidget {
 public:
  Swatch(std::string_view stage, QWidget* parent) : QWidget(parent), stage_(stage) { setFixedSize(14, 14); }

 protected:
  void paintEvent(QPaintEvent* /*event*/) override {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colors_of(palette()).base);
    painter.drawRoundedRect(rect(), 3, 3);
    painter.setBrush(stage_brush(stage_, is_dark(palette())));
    painter.drawRoundedRect(rect(), 3, 3);
  }

 private:
  std::string stage_;
};

QLabel* heading(const QString& text, double size, QWidget* parent) {
  auto* label = new QLabel(text, parent);
  label->setFont(heading_font(label->font(), size));
  return label;
}

void empty_layout(QLayout& layout) {
  while (QLayoutItem* item = layout.takeAt(0)) {
    if (item->widget() != nullptr) {
      item->widget()->hide();
      item->widget()->deleteLater();
    }
    if (item->layout() != nullptr) empty_layout(*item->layout());
    delete item;
  }
}

}  // namespace

class OverviewPage : public QScrollArea {
  Q_DECLARE_TR_FUNCTIONS(tilescribe::ui::OverviewPage)

 public:
  OverviewPage(ProfileDocument& document, std::function<void()> show_details, QWidget* parent)
      : QScrollArea(parent),
        document_(document),
        show_details_(std::move(show_details)),
        page_(new QWidget(this)),
        message_(make_chart_message(QStringLiteral("overviewMessage"), this)),
        times_title_(heading({}, 1.2, this)),
        bar_(new StageBar(this)),
        legend_(new QGridLayout),
        idle_text_(named("idleText", new QLabel(this))),
        gap_(named("longestGap", new QPushButton(tr("Show the longest gap"), this))),
        findings_(make_column(nullptr, {}, 14, {})) {
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setAccessibleName(tr("Overview"));
    setBackgroundRole(QPalette::Base);
    message_->setText(tr("Open a profile to see where its time went."));
    idle_text_->setWordWrap(true);
    legend_->setHorizontalSpacing(10);
    legend_->setVerticalSpacing(4);

    QLayout* idle_row = make_row(nullptr, {}, -1, {{idle_text_, 1}, {gap_, 0, Qt::AlignTop}});
    auto* body = new QWidget(page_);
    make_column(body, {}, 10,
                {times_title_, bar_, legend_, fixed_room(4), idle_row, fixed_room(14),
                 heading(tr("What limits it"), 1.2, page_), findings_, free_room(0)})
        ->unsetContentsMargins();
    body->setMaximumWidth(widest);
    make_row(page_, {24, 20, 24, 20}, -1, {free_room(), {body, 1000}, free_room()});
    page_->setAutoFillBackground(true);
    page_->setBackgroundRole(QPalette::Base);
    auto* stack = new QWidget(this);
    make_column(stack, {}, -1, {message_, {page_, 1}});
    setWidget(stack);
    connect(bar_, &StageBar::stageClicked, this, &OverviewPage::choose_stage);
    connect(gap_, &QPushButton::clicked, this, &OverviewPage::show_longest_gap);
    using Part = ProfileDocument::Part;
    new DocumentView(
        document, {Part::times, Part::findings}, *this, [this] { clear(); }, [this] { refresh(); });
    clear();
  }

 private:
  void clear() {
    times_.reset();
    leads_.reset();
    message_->setVisible(!document_.session());
    page_->hide();
  }

  void refresh() {
    bar_->set_chosen(document_.selection().stage.value_or(""));
    if (auto times = document_.times(); times && times != times_) {
      times_ = std::move(times);
      fill_times();
    }
    if (auto leads = document_.findings(); leads && leads != leads_) {
      leads_ = std::move(leads);
      fill_findings();
    }
    page_->setVisible(times_ && leads_);
  }

  void fill_times() {
    const ProfileIdle& idle = times_->idle;
    const std::int64_t idle_ns = idle.waiting_ns + idle.launch_ns;
    const std::int64_t whole_ns = idle.busy_ns + idle_ns;
    times_title_->setText(
        times_->range
            ? tr("Where the time went, %1").arg(nice_range(times_->range->begin_ns, times_->range->end_ns))
            : tr("Where the time went"));
    empty_layout(*legend_);
    std::vector<StageBar::Part> parts;
    int at = 0;
    const auto add_line = [&](std::string_view stage, std::int64_t ns, const QString& share) {
      const int row = at / 2, column = 4 * (at % 2);
      auto* name = new QLabel(stage_label(stage), page_);
      auto* time = new QLabel(nice_duration(ns), page_);
      auto* part = new QLabel(share, page_);
      part->setProperty("quiet", true);
      time->setAlignment(Qt::AlignRight);
      legend_->addWidget(new Swatch(stage, page_), row, column, Qt::AlignVCenter);
      legend_->addWidget(name, row, column + 1);
      legend_->addWidget(time, row, column + 2);
      legend_->addWidget(part, row, column + 3);
      legend_->setColumnStretch(column + 3, 1);
      ++at;
    };
    std::int64_t host_ns = 0, others_ns = 0;
    for (const ProfileStage& stage : times_->stages) {
      if (stage.stage == "audio") {  // the host's, parallel to the device
        host_ns = stage.host_ns > 0 ? stage.host_ns : stage.busy_ns;
        continue;
      }
      if (stage.busy_ns <= 0) continue;
      if (parts.size() == most_stages) {
        others_ns += stage.busy_ns;
        continue;
      }
      parts.push_back({stage.stage, stage.busy_ns});
      add_line(stage.stage, stage.busy_ns, nice_share(stage.busy_ns, whole_ns));
    }
    if (others_ns > 0) {
      parts.push_back({"other", others_ns});
      add_line("other", others_ns, nice_share(others_ns, whole_ns));
    }
    parts.push_back({"idle", idle_ns});
    add_line("idle", idle_ns, nice_share(idle_ns, whole_ns));
    if (host_ns > 0) {
      add_line("audio", host_ns, tr("on the host, parallel to the others"));
    }
    bar_->set_parts(std::move(parts));

    QString text = tr("For %1 (%2) nothing ran: %3 waiting for the host, %4 between one launch and the next.")
                       .arg(nice_duration(idle_ns), nice_share(idle_ns, whole_ns),
                            nice_duration(idle.waiting_ns), nice_duration(idle.launch_ns));
    if (!idle.longest.empty()) {
      const ProfileGap& gap = idle.longest.front();
      const QString length = nice_duration(gap.duration_ns);
      text +=
          QLatin1Char(' ') +
          (gap.start_ns == 0 ? tr("The longest gap is %1, at the beginning.").arg(length)
                             : tr("The longest gap is %1, at %2.").arg(length, nice_duration(gap.start_ns)));
    }
    idle_text_->setText(text);
    gap_->setVisible(!idle.longest.empty());
  }

  void fill_findings() {
    empty_layout(*findings_);
    if (leads_->empty()) {
      findings_->addWidget(new QLabel(tr("Nothing stands out: too little was recorded to say."), page_));
      return;
    }
    for (const ProfileLead& lead : *leads_) {
      const ProfileFinding& finding = lead.finding;
      auto* title = named("findingTitle", heading(words(finding.title), 1.0, page_));
      title->setWordWrap(true);
      auto* text = new QLabel(words(finding.text), page_);
      text->setWordWrap(true);
      text->setTextInteractionFlags(Qt::TextSelectableByMouse);
      auto* won = new QLabel(tr("Could save up to %1").arg(nice_ms(finding.lost_ms)), page_);
      won->setToolTip(tr("Time above what it would take at its ceiling: the most that could be gained"));
      won->setAlignment(Qt::AlignRight | Qt::AlignTop);
      auto* show = named("showFinding", new QPushButton(tr("Show"), page_));
      show->setAccessibleName(tr("Show: %1").arg(title->text()));
      connect(show, &QPushButton::clicked, this, [this, lead] { show_lead(lead); });
      QLayout* said = make_column(nullptr, {}, 2, {title, text});
      findings_->addLayout(make_row(nullptr, {}, 14, {{said, 1}, won, {show, 0, Qt::AlignTop}}));
    }
  }

  void choose_stage(const std::string& stage) {
    if (stage == "idle") return show_longest_gap();
    if (stage == "other") return;  // what is left of many
    ProfileSelection chosen = document_.selection();
    chosen.stage = chosen.stage == stage ? std::nullopt : std::optional(stage);
    document_.select(chosen);
  }

  void show_lead(const ProfileLead& lead) {
    if (lead.finding.row.empty()) return show_longest_gap();
    document_.select({.kinds = lead.kinds});
    show_details_();
  }

  void show_longest_gap() {
    if (!times_ || times_->idle.longest.empty()) return;
    const ProfileGap& gap = times_->idle.longest.front();
    const std::int64_t around = std::max<std::int64_t>(1'000, gap.duration_ns / 10);
    ProfileSelection chosen = document_.selection();
    chosen.range = ProfileSelection::Range{std::max<std::int64_t>(0, gap.start_ns - around),
                                           gap.start_ns + gap.duration_ns + around};
    document_.select(chosen);
    show_details_();
  }

  ProfileDocument& document_;
  std::function<void()> show_details_;
  std::shared_ptr<const ProfileTimes> times_;
  std::shared_ptr<const std::vector<ProfileLead>> leads_;
  QWidget* page_;
  QLabel* message_;
  QLabel* times_title_;
  StageBar* bar_;
  QGridLayout* legend_;
  QLabel* idle_text_;
  QPushButton* gap_;
  QBoxLayout* findings_;
};

QWidget* make_overview_page(ProfileDocument& document, std::function<void()> show_details, QWidget* parent) {
  return new OverviewPage(document, std::move(show_details), parent);
}

}  // namespace tilescribe::ui
