// SPDX-License-Identifier: Apache-2.0
#include "app/gui/recording/source_desk.h"

#include <utility>

#include "ui/recording/source_picker.h"
#include "ui/recording/source_popup.h"
#include "ui/settings/settings.h"
#include "ui/words.h"

namespace tilescribe {

constexpr int look_ms = 50;

SourceDesk::SourceDesk(Capture& capture, ui::RecordPage& page, ui::Settings& settings)
    : capture_(capture), page_(page), settings_(settings) {
  ui::SourcePicker& picker = page_.picker();
  picker.choose(settings_.source.get(), settings_.source_name.get());
  connect(&page_, &ui::RecordPage::shown, this, &SourceDesk::watch);
  connect(&picker, &ui::SourcePicker::sourceChosen, this, [this](const QString& id, const QString& name) {
    settings_.source.set(id);
    settings_.source_name.set(name);
    page_.set_start_problem({});
  });
  connect(&picker, &ui::SourcePicker::listenRequested, this, &SourceDesk::listen);
  connect(&picker, &ui::SourcePicker::listenEnded, this, &SourceDesk::stop_listening);
  poll_.setInterval(look_ms);
  connect(&poll_, &QTimer::timeout, this, [this] {
    if (probe_) page_.picker().popup().set_heard(probe_->level(), ui::words(probe_->problem()));
  });
}

/// Begins when the page is first shown; before that nobody needs the list.
void SourceDesk::watch() {
  if (watching_) return;
  watching_ = true;
  const auto changed = [this](const SourceList& sources) {
    QMetaObject::invokeMethod(
        this, [this, sources] { page_.set_sources(sources); }, Qt::QueuedConnection);
  };
  background_.run([this, changed] { return std::shared_ptr<SourceWatch>(capture_.watch_sources(changed)); },
                  [this](Outcome<std::shared_ptr<SourceWatch>> outcome) {
                    if (outcome.value) {
                      watch_ = std::move(*outcome.value);
                    } else {
                      page_.set_sources({{}, outcome.failure.message});
                    }
                  });
}

/// Opening a source takes a moment; meanwhile another one may be selected.
void SourceDesk::listen(const QString& id) {
  stop_listening();
  const quint64 asked = wanted_;
  background_.run([this, id] { return std::shared_ptr<LevelProbe>(capture_.probe_level(id.toStdString())); },
                  [this, asked](Outcome<std::shared_ptr<LevelProbe>> outcome) {
                    if (asked != wanted_) {
                      if (outcome.value) let_go(std::move(*outcome.value));
                    } else if (outcome.value) {
                      probe_ = std::move(*outcome.value);
                      poll_.start();
                    } else {
                      page_.picker().popup().set_heard({}, ui::words(outcome.failure.message));
                    }
                  });
}

void SourceDesk::stop_listening() {
  ++wanted_;
  poll_.stop();
  if (probe_) let_go(std::exchange(probe_, nullptr));
}

/// Releasing a device may take a moment, too.
void SourceDesk::let_go(std::shared_ptr<LevelProbe> probe) {
  background_.run([held = std::move(probe)]() mutable { held.reset(); });
}

void SourceDesk::finish() {
  ++wanted_;
  poll_.stop();
  background_.drain();
  probe_.reset();
  watch_.reset();
}

}  // namespace tilescribe
