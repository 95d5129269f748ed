// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>
#include <string>

namespace tilescribe::test {

/// An answer of HTTP.
struct HttpAnswer {
  int status = 0;      // 0: none came
  std::string head;    // in lower case
  std::string body;    // without its chunks
  bool whole = false;  // the body has its promised length, or its last chunk
  std::string header(const std::string& name) const;
};

/// A connection to this machine, in blocking calls that give up after five minutes.
class RawClient {
 public:
  /// `window`: bytes that wait for it at most; 0: as the system likes.
  explicit RawClient(int port, int window = 0);
  ~RawClient();
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;

  /// False: the other side has closed.
  bool send(const std::string& bytes);
  /// Sends no more, and can still receive.
  void end_sending();
  /// What comes up to the end of an answer, or of the connection. Waits so long before each part of 64 KiB.
  HttpAnswer answer(unsigned pause_ms = 0);
  /// What comes up to this text, or to the end of the connection.
  std::string until(const std::string& text);
  bool connected() const { return connected_; }

 private:
  bool receive();
  int socket_ = -1;
  bool connected_ = false;
  unsigned pause_ms_ = 0;
  std::string received_;
};

/// A field of a form, or its file.
struct Field {
  std::string name, value;
  std::string file_name = {};  // empty: no file
};
std::string form(const std::vector<Field>& fields, const std::string& boundary = "b");
/// A whole request for a transcription.
std::string transcription(const std::vector<Field>& fields, const std::string& headers = {});
std::string get(const std::string& path, const std::string& headers = {});
std::string file_bytes(const QString& file);
/// 16-bit samples at 16 kHz, as a WAV file.
std::string wav(const std::string& samples);
/// A tenth of a second of silence.
std::string silent_wav();
/// A recording of several windows: one that is 27 s long, so many times.
std::string long_wav(int times);

/// `tilescribe-cli serve` on a free port, with a folder of temporary files of its own.
class ServerProcess {
 public:
  explicit ServerProcess(const QStringList& options = {}, const QStringList& environment = {});
  ~ServerProcess();

  /// Its port; 0: it did not begin to serve.
  int port() const { return port_; }
  HttpAnswer ask(const std::string& request) const;
  /// A value of /metrics; -1: it is not there.
  double metric(const std::string& name) const;
  /// The files in its folder of temporary ones.
  int temporary_files() const;
  /// Ends it with SIGTERM. Returns the exit code; -1: it crashed or hung, and 99 where the sanitizers found
  /// fault.
  int stop();
  /// Begins to end it; stop() waits.
  void terminate();
  /// Ends it as a crash would.
  void kill();
  QString temporary_folder() const { return temporary_.path(); }
  QByteArray errors() { return process_.readAllStandardError(); }

 private:
  QTemporaryDir temporary_;
  QProcess process_;
  int port_ = 0;
  bool ending_ = false;  // a second signal would end it at once
};

}  // namespace tilescribe::test
