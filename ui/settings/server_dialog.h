// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

#include "inference/api/options.h"

class QLabel;
class QLineEdit;
class QPushButton;

namespace tilescribe::ui {

/// Which server transcribes files: its address and its key. Nothing is asked of it before Test, and no sound
/// goes there before it is used.
class ServerDialog : public QDialog {
  Q_OBJECT

 public:
  explicit ServerDialog(const RemoteOptions& options, QWidget* parent = nullptr);

  /// With a checked address. Throws Error if the address or the key can't be used.
  RemoteOptions options() const;
  /// What the keyring keeps for the address, and why it keeps nothing: a sentence, or empty.
  void show_kept(const QString& key, const QString& problem);
  /// The server answered, and has this model.
  void show_answer(const QString& model);
  /// It did not: why, a sentence.
  void show_problem(const QString& why);

 public slots:
  void accept() override;
  void done(int result) override;

 signals:
  void testRequested(const tilescribe::RemoteOptions& options);
  void testStopped();  // its answer no longer counts

 private:
  QString host() const;  // of what is entered; empty: it is no address
  void follow_address();
  void test();
  void show_outcome(const QString& text, bool is_error);
  void forget_outcome();
  void update_notes();
  bool checks(RemoteOptions& checked);

  RemoteOptions before_;  // with the key that is kept for its address
  QLineEdit *address_, *key_;
  QPushButton *test_, *use_;
  QLabel *outcome_, *sent_, *unprotected_, *kept_;
};

}  // namespace tilescribe::ui
