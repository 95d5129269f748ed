// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCoreApplication>
#include <QKeySequence>
#include <QObject>
#include <QString>
#include <functional>
#include <memory>

namespace tilescribe {

/// A shortcut that works in every window.
class GlobalShortcut : public QObject {
  Q_OBJECT

 public:
  /// Why this desktop does not allow it: a sentence; empty if it does.
  virtual QString limit() const = 0;
  /// Sets the key combination, replacing the previous one; empty: none. `refused` may follow.
  virtual void set(const QKeySequence& keys) = 0;
  /// What works now, as people read it, and as the desktop decided; empty: nothing.
  virtual QString keys() const = 0;

 signals:
  void activated();
  void refused(const QString& sentence);
};

/// The translation context of what a desktop does not allow.
struct DesktopTexts {
  Q_DECLARE_TR_FUNCTIONS(DesktopTexts)
};

/// Types text into the active window.
class TextTyper {
 public:
  virtual ~TextTyper() = default;
  /// Why this desktop does not allow it: a sentence; empty if it does.
  virtual QString limit() const = 0;
  /// Types the text. If one of the program's own windows is active, or none is, the text is dropped.
  virtual void type(const QString& text) = 0;
};

/// What the keyring said.
struct KeyAnswer {
  QString key;      // that is kept; empty: none
  QString problem;  // why the keyring can't be used: a sentence; empty if it can
};

/// Keeps the keys of servers where the desktop keeps its user's passwords. Nobody waits for it: `then` is
/// called later, on the thread of the window, perhaps after the user was asked to open the keyring; never
/// after the end of the keyring.
class Keyring {
 public:
  using Then = std::function<void(const KeyAnswer&)>;
  virtual ~Keyring() = default;
  virtual void read(const QString& server, Then then) = 0;
  /// In place of the one that is kept; an empty key removes it. The answer's key is `key`.
  virtual void write(const QString& server, const QString& key, Then then) = 0;
};

/// What the desktop provides beyond the program's windows.
class Desktop {
 public:
  virtual ~Desktop() = default;
  virtual std::unique_ptr<GlobalShortcut> shortcut() = 0;
  virtual std::unique_ptr<TextTyper> typer() = 0;
  virtual std::unique_ptr<Keyring> keyring() = 0;
  virtual bool has_tray() = 0;  // whether it shows icons now; may change
};

/// The desktop that the program runs on. Its methods need a QGuiApplication.
class ThisDesktop : public Desktop {
 public:
  std::unique_ptr<GlobalShortcut> shortcut() override;
  std::unique_ptr<TextTyper> typer() override;
  std::unique_ptr<Keyring> keyring() override;
  bool has_tray() override;
};

}  // namespace tilescribe
