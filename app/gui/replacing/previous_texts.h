// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDir>
#include <QStringList>

#include "ui/vocabulary/found_texts.h"

namespace tilescribe {

/// What texts were before the last replacement, in a folder of their own beside them, with the replacement as
/// JSON. A text that is removed for good takes its previous one along (inference/store/library.cpp). For one
/// thread at a time.
class PreviousTexts {
 public:
  /// `transcripts`: the folder of the texts.
  explicit PreviousTexts(const QDir& transcripts);

  /// Forgets the previous replacement, and begins with this one. Throws an exception if it can't, and then
  /// the previous one can still be taken back.
  void begin(const ui::ReplaceRequest& request) const;
  /// Keeps the file as it is now, before it is replaced. Throws an exception if it can't.
  void keep(const QString& path) const;
  /// The last replacement, and how many texts are kept from before it; their names.
  ui::LastReplacement last() const;
  QStringList names() const;
  QString previous_of(const QString& name) const { return folder_.filePath(name); }
  /// The text of this name becomes what it was. Throws an exception if it can't.
  void put_back(const QString& name) const;
  void forget(const QString& name) const;

 private:
  QString request_file() const { return folder_.filePath(QStringLiteral("replacement")); }

  const QDir transcripts_;
  const QDir folder_;
};

}  // namespace tilescribe
