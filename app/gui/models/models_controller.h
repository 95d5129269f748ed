// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <stop_token>

#include "app/gui/background.h"
#include "app/machine/models.h"
#include "app/service/transcription_service.h"
#include "ui/models/models_part.h"

namespace tilescribe {

/// Downloads, adds and removes models for their page, and says which one is to be used.
class ModelsController : public QObject {
  Q_OBJECT

 public:
  ModelsController(Models& models, TranscriptionService& service, ui::Shell& shell);
  ~ModelsController() override;

  ui::ModelsPart& part() { return part_; }
  /// Stops a download, which keeps what has come. Nothing is shown afterwards.
  void finish();

 signals:
  /// `model` is as in EngineOptions.
  void useRequested(const std::string& model);

 private:
  void look();
  void get(const QString& address);
  void arrived(const DownloadProgress& progress);
  void ended(const Outcome<std::filesystem::path>& outcome);
  void discard();
  void delete_part();
  void note_engine(const std::filesystem::path& opening, const std::filesystem::path& open);
  void add(const QString& folder);
  void remove(const InstalledModel& model);
  void show();

  Models& models_;
  ui::Shell& shell_;
  ui::ModelsPart part_;
  ui::ModelsState state_;
  std::stop_source stop_;
  bool discards_ = false;                 // the download is to be deleted once it has stopped
  bool deletes_ = false;                  // it is being deleted
  int looks_ = 0;                         // so far: what an older one finds is out of date
  std::filesystem::path opening_, open_;  // the engine's model; empty: none
  bool finished_ = false;
  // Last, so that their work ends before what it uses.
  Background looking_;  // at folders, and changing them
  Background loading_;
};

}  // namespace tilescribe
