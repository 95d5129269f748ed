// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDateTime>
#include <QDir>
#include <QHash>
#include <QList>
#include <QObject>
#include <QString>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "app/gui/background.h"
#include "inference/api/error.h"
#include "inference/api/export.h"

namespace tilescribe {

/// A kept transcript, for the menu.
struct RecentTranscript {
  QString title;
  QString path;
};

// A kept text's name has its time and its source: "20260131-142530-123-interview.wav.json".
std::optional<QString> kept_source(const QString& name);  // nothing where it is not one of ours
QDateTime kept_time(const QString& name);
QString kept_stamp(const QString& name);    // its time as it stands there, local; sorts by time
QString kept_stamp(const QDateTime& time);  // as it would stand there
QString kept_source_of(QString source);     // as it stands there: long names are cut

/// A text that is kept. The store's thread alone touches its path, its text and whether that is saved; the
/// audio stays what it is.
struct KeptText {
  QString path = {};       // of its file; empty: none yet, or it could not be written
  QString seen_path = {};  // the same for the GUI thread, once that has heard of it
  Transcript text = {};    // as corrected, where it is
  QString audio = {};      // the user's own file that was transcribed; empty: a recording, or not known
  bool saved = true;       // the file has the text, for the store's thread
  bool let_go = false;     // its file is deleted: what fails is not tried again. For the GUI thread.
};

/// The text of a kept file, or what is not saved of it. For the store's thread.
Transcript kept_text(const QString& path, const std::shared_ptr<KeptText>& unsaved);

/// Keeps every transcript as JSON in a folder, so that closing the window never loses text, and writes the
/// exports. The folder and what is kept in it are for the user alone; exports are not. Disk work happens on
/// one background thread, in order; the signals come on the GUI thread.
class TranscriptStore : public QObject {
  Q_OBJECT

 public:
  /// Something to do on the background thread. It returns what to do on the GUI thread afterwards.
  using Work = std::function<std::function<void()>()>;

  explicit TranscriptStore(const QString& folder, QObject* parent = nullptr);
  ~TranscriptStore() override;  // waits for what is being written

  /// Keeps a transcript in a new file; those without text are not kept. `afterwards` is called on the
  /// background thread when that is done, and not at all where it failed. `audio`: as in KeptText. Returns
  /// what is kept, for corrections.
  std::shared_ptr<KeptText> keep(const std::shared_ptr<const Transcript>& transcript,
                                 const std::function<void()>& afterwards = {}, const QString& audio = {});
  /// Writes a corrected text to its file, or to a new one where it has none. It gets a new one, too, where
  /// the file is not as this store read or wrote it last: another window corrects it. `failed` tells of that.
  /// `then` is called on the GUI thread, with why it failed if it did.
  void rewrite(const std::shared_ptr<KeptText>& kept,
               const std::function<void(const std::optional<Failure>&)>& then);
  /// Changes the file of a kept text; returns why it could not, if it could not. Called on several threads.
  using Change = std::function<std::optional<Message>(const QString& path)>;
  /// Does work that changes the files of kept texts that nobody has open. `then` gets what came of each, in
  /// their order, on the GUI thread.
  void change(const QStringList& paths, const Change& work,
              const std::function<void(const std::vector<std::optional<Message>>&)>& then);
  /// The newest kept transcripts, newest first, at most 12. The folder is listed once, in the background;
  /// recentChanged follows that and whatever is kept afterwards.
  const QList<RecentTranscript>& recent() const { return recent_; }
  /// It is not among them any more.
  void forget_recent(const QString& path);
  /// Whether one of the same source is kept that begins with this text. For the background thread.
  bool holds(const Transcript& text) const;
  /// What is kept in a file, or what is not saved of it, to be shown and corrected. For the background
  /// thread.
  Transcript read(const QString& path, const std::shared_ptr<KeptText>& unsaved);
  /// The same on that thread; `loaded` or `failed` follows.
  void load(const QString& path, const std::shared_ptr<KeptText>& unsaved = {});
  /// Writes an export; `exported` or `failed` follows.
  void save(const std::shared_ptr<const Transcript>& transcript, const QString& path, ExportFormat format,
            const ExportOptions& options = {});
  /// An export among many.
  struct Export {
    std::shared_ptr<const Transcript> transcript = nullptr;  // null: it is read from its file
    QString kept = {};
    QString name = {};                            // of the new file, without extension
    std::shared_ptr<KeptText> unsaved = nullptr;  // what the kept file does not have yet
  };
  /// Writes many into a folder, which is made if necessary. A file that exists keeps its name, and the new
  /// one gets a number. One that fails keeps no other from being written. `exportedAll` follows with what
  /// was written, and `failed` with what was not.
  void save_all(const std::vector<Export>& exports, const QString& folder, ExportFormat format,
                const ExportOptions& options);
  /// Does other work on the same thread, in order with the rest. `failed` follows with this title if it
  /// throws; empty: it does not.
  void run(const QString& title, const Work& work);
  /// Waits until everything is written and was signalled.
  void flush();

 signals:
  void recentChanged();
  void written(const QString& path);  // a kept text's file is new, or another
  void loaded(const QString& path, tilescribe::Transcript& transcript);  // which the receiver may take
  void exported(const QString& path);
  void exportedAll(int files, const QString& folder);
  void failed(const QString& title, const tilescribe::Failure& failure);

 private:
  /// Writes a text to its file, or else to a new one, of which it tells; for the background thread.
  std::optional<RecentTranscript> write(KeptText& kept, const Transcript& text, const QDateTime& now);
  void add_recent(KeptText& kept, const RecentTranscript& entry);

  /// By what one notices that a file was written or replaced. Some file systems change a file's number by
  /// themselves.
  struct Stamp {
    std::int64_t written_ns = 0, bytes = 0;
    bool operator==(const Stamp&) const = default;
  };
  static std::optional<Stamp> stamp_of(const QString& path);
  void note(const QString& path);  // the file is known as it is now

  const QDir folder_;
  QHash<QString, Stamp> stamps_;  // of kept files as this store knows them, for the background thread
  QList<RecentTranscript> recent_;
  Background background_;  // last, so that its work ends before what it uses
};

}  // namespace tilescribe
