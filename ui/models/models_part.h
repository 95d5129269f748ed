// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <functional>

#include "ui/models/models_state.h"

namespace tilescribe::ui {

class ModelsPage;
class Shell;

/// The models in the window: their page, the action that leads to it, and what is asked before something is
/// deleted.
class ModelsPart : public QObject {
  Q_OBJECT

 public:
  explicit ModelsPart(Shell& shell);

  ModelsPage& page() { return *page_; }
  void show_page();
  bool is_shown() const;

 signals:
  void turned(bool visible);
  void getRequested(const QString& address);
  void pauseRequested();
  void discardRequested();  // what has come of the download
  void addRequested(const QString& folder);
  void useRequested(const tilescribe::InstalledModel& model);
  void removeRequested(const tilescribe::InstalledModel& model);

 private:
  void choose_folder();
  void ask_to_discard();
  void ask_to_remove(const InstalledModel& model);
  void ask(const char* name, const QString& text, const QString& more, const QString& yes,
           const std::function<void()>& then);

  Shell& shell_;
  ModelsPage* page_;
};

}  // namespace tilescribe::ui
