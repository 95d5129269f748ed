// SPDX-License-Identifier: Apache-2.0
#include "tests/app/server/server_process.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdint>
#include <thread>
#include <utility>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

namespace tilescribe::test {
namespace {

void append_little(std::string& bytes, unsigned value, int count) {
  for (int i = 0; i < count; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xFFU);
}

// Takes the chunks of a body. True: the last was there.
bool take_chunks(std::string_view text, std::string& body) {
  while (true) {
    const std::size_t line = text.find("\r\n");
    if (line == std::string_view::npos) return false;
    const std::size_t size = std::stoul("0" + std::string(text.substr(0, line)), nullptr, 16);
    text.remove_prefix(line + 2);
    if (size == 0) return text.starts_with("\r\n");
    if (text.size() < size + 2) return false;
    body += text.substr(0, size);
    text.remove_prefix(size + 2);
  }
}

}  // namespace

std::string HttpAnswer::header(const std::string& name) const {
  const std::size_t at = head.find("\r\n" + name + ": ");
  if (at == std::string::npos) return {};
  const std::size_t begin = at + name.size() + 4;
  return head.substr(begin, head.find("\r\n", begin) - begin);
}

RawClient::RawClient(int port, int window) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  const timeval patience{300, 0};
  ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  if (window > 0) ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &window, sizeof window);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  connected_ = ::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

RawClient::~RawClient() {
  ::close(socket_);
}

bool RawClient::send(const std::string& bytes) {
  for (std::size_t sent = 0; sent < bytes.size();) {
    const ssize_t count = ::send(socket_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    if (count <= 0) return false;
    sent += static_cast<std::size_t>(count);
  }
  return true;
}

void RawClient::end_sending() {
  ::shutdown(socket_, SHUT_WR);
}

bool RawClient::receive() {
  char block[65536];
  std::this_thread::sleep_for(std::chrono::milliseconds(pause_ms_));
  const ssize_t count = ::recv(socket_, block, sizeof block, 0);
  if (count <= 0) return false;
  received_.append(block, static_cast<std::size_t>(count));
  return true;
}

std::string RawClient::until(const std::string& text) {
  while (received_.find(text) == std::string::npos && receive()) {
  }
  const std::size_t end = std::min(received_.size(), received_.find(text) + text.size());
  return std::exchange(received_, received_.substr(end)).substr(0, end);
}

HttpAnswer RawClient::answer(unsigned pause_ms) {
  pause_ms_ = pause_ms;
  HttpAnswer answer;
  do {
    answer.head = until("\r\n\r\n");
  } while (answer.head.starts_with("HTTP/1.1 100"));
  if (!answer.head.starts_with("HTTP/1.1 ") || !answer.head.ends_with("\r\n\r\n")) return answer;
  answer.status = std::stoi(answer.head.substr(9, 3));
  std::ranges::transform(answer.head, answer.head.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (answer.header("transfer-encoding") == "chunked") {
    while (!received_.ends_with("0\r\n\r\n") && receive()) {
    }
    answer.whole = take_chunks(received_, answer.body);
    received_.clear();
    return answer;
  }
  const std::size_t length = std::stoul("0" + answer.header("content-length"));
  while (received_.size() < length && receive()) {
  }
  answer.body = received_.substr(0, length);
  answer.whole = answer.body.size() == length;
  received_.erase(0, length);
  return answer;
}

std::string form(const std::vector<Field>& fields, const std::string& boundary) {
  std::string text;
  for (const Field& field : fields) {
    text += "--" + boundary + "\r\nContent-Disposition: form-data; name=\"" + field.name + '"';
    if (!field.file_name.empty()) text += "; filename=\"" + field.file_name + '"';
    text += "\r\n\r\n" + field.value + "\r\n";
  }
  return text + "--" + boundary + "--\r\n";
}

std::string transcription(const std::vector<Field>& fields, const std::string& headers) {
  const std::string body = form(fields);
  return "POST /v1/audio/transcriptions HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; "
         "boundary=b\r\n" +
         headers + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

std::string get(const std::string& path, const std::string& headers) {
  return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n";
}

std::string file_bytes(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

std::string wav(const std::string& samples) {
  const auto bytes = static_cast<unsigned>(samples.size());
  std::string file = "RIFF";
  append_little(file, 36 + bytes, 4);
  file += "WAVEfmt ";
  append_little(file, 16, 4);
  append_little(file, 1, 2);      // PCM
  append_little(file, 1, 2);      // channels
  append_little(file, 16000, 4);  // Hz
  append_little(file, 32000, 4);
  append_little(file, 2, 2);
  append_little(file, 16, 2);
  file += "data";
  append_little(file, bytes, 4);
  return file + samples;
}

std::string silent_wav() {
  return wav(std::string(3200, '\0'));
}

std::string long_wav(int times) {
  constexpr std::size_t head = 44;
  const std::string once = file_bytes(TILESCRIBE_SOURCE_DIR "/resources/audio/long.wav").substr(head);
  std::string samples;
  for (int i = 0; i < times; ++i) samples += once;
  return wav(samples);
}

ServerProcess::ServerProcess(const QStringList& options, const QStringList& environment) {
  QProcessEnvironment variables = QProcessEnvironment::systemEnvironment();
  variables.remove("TILESCRIBE_API_KEY");
  variables.insert("TMPDIR", temporary_.path());
  variables.insert("ASAN_OPTIONS", "exitcode=99");
  variables.insert("LSAN_OPTIONS", "exitcode=99");
  for (const QString& one : environment) variables.insert(one.section('=', 0, 0), one.section('=', 1));
  process_.setProcessEnvironment(variables);
  process_.start(TILESCRIBE_CLI, QStringList{"serve", "--port", "0"} + options);
  while (!process_.canReadLine() && process_.waitForReadyRead(300'000)) {
  }
  const auto found = QRegularExpression(":(\\d+)\\s*$").match(QString::fromUtf8(process_.readLine()));
  port_ = found.captured(1).toInt();
}

ServerProcess::~ServerProcess() {
  if (process_.state() != QProcess::NotRunning) stop();
}

HttpAnswer ServerProcess::ask(const std::string& request) const {
  RawClient client(port_);
  client.send(request);
  return client.answer();
}

double ServerProcess::metric(const std::string& name) const {
  const QStringList lines = QString::fromStdString(ask(get("/metrics")).body).split('\n');
  const QStringList found =
      lines.filter(QRegularExpression("^" + QRegularExpression::escape(QString::fromStdString(name)) + " "));
  return found.size() == 1 ? found.first().section(' ', 1).toDouble() : -1.0;
}

int ServerProcess::temporary_files() const {
  return static_cast<int>(
      QDir(temporary_.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).size());
}

void ServerProcess::terminate() {
  if (!std::exchange(ending_, true)) process_.terminate();
}

void ServerProcess::kill() {
  process_.kill();
  process_.waitForFinished();
}

int ServerProcess::stop() {
  terminate();
  if (!process_.waitForFinished(300'000)) {
    process_.kill();
    process_.waitForFinished();
    return -1;
  }
  return process_.exitStatus() == QProcess::NormalExit ? process_.exitCode() : -1;
}

}  // namespace tilescribe::test
