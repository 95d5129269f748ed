// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "app/cli/options.h"

namespace tilescribe::cli {
namespace {

constexpr int most_mib = 1 << 20;
constexpr int most_clients = 65536, most_together = 256;
constexpr double most_s = 86400.0;
constexpr double most_audio_s = 1e9;

ServeCommand serve_command(const ServeCommand& command) {
  const server::ServerOptions& options = command.options;
  if (options.certificate.empty() != options.private_key.empty())
    throw WrongUsage("--certificate and --private-key belong together; found one of them.");
  return command;
}

}  // namespace

void add_serve(Parser& parser) {
  const auto [options, serve] = parser.add<ServeCommand>(parser.program(), "serve", serve_command);
  server::ServerOptions& server = serve.options;
  add_text(options, "--host",
           {"ADDRESS",
            "Where it listens. Default: 127.0.0.1, which only this machine reaches. Any other "
            "address needs a key."},
           server.host);
  add_number(options, "--port", {"N", "Its port; 0: one that is free. Default: 8000."}, 0,
             static_cast<int>(std::numeric_limits<std::uint16_t>::max()), server.port);
  add_text(options, "--key-file",
           {"FILE",
            "The key that clients send is this file's first line. Default: what TILESCRIBE_API_KEY "
            "holds in the environment, if anything."},
           serve.key_file);
  add_text(options, "--certificate", {"FILE", "TLS with this certificate, with its chain, in PEM."},
           server.certificate);
  add_text(options, "--private-key", {"FILE", "The certificate's private key, in PEM."}, server.private_key);
  add_texts(options, "--alias",
            {"NAME",
             "Another name by which clients may call the model. May be given several times. It always "
             "is whisper-1, too."},
            [&aliases = server.aliases](const std::string& name) { aliases.push_back(name); });
  add_number(
      options, "--queue",
      {"N", "Transcriptions that are received, wait or are at work; more are answered 429. Default: 64."}, 1,
      most_clients, server.transcriptions);
  add_number(
      options, "--together",
      {"N",
       "Transcriptions at work at a time: their windows share batches, and each has its turn. Default: "
       "16. On a GPU, more may be faster."},
      1, most_together, server.together);
  add_number(options, "--sessions",
             {"N", "Clients of /v1/realtime at a time; more are answered 429. Default: 4."}, 0, most_together,
             server.sessions);
  add_number(options, "--connections", {"N", "Open connections; more are closed at once. Default: 256."}, 1,
             most_clients, server.connections);
  add_text(options, "--max-body", {"MIB", "Largest request, in MiB; more are answered 413. Default: 256."},
           [&bytes = server.body_bytes](const std::string& value) {
             const auto mib = parse_number<int>(value, 1, most_mib);
             if (!mib)
               throw WrongUsage("--max-body expects a whole number from 1 to {1}; found {2}.", most_mib,
                                in_quotes(value));
             bytes = static_cast<std::uint64_t>(*mib) << 20U;
           });
  add_number(
      options, "--max-seconds",
      {"S",
       "Longest sound, in seconds; longer ones are answered 413. In a session of /v1/realtime: the most "
       "that waits for its text, or for a commit. Default: 14400, four hours."},
      0.1, most_audio_s, server.audio_s);
  add_number(options, "--silence",
             {"S", "Seconds for which a client may send or take nothing when it should. Default: 30."}, 0.1,
             most_s, server.silence_s);
  add_number(options, "--receive", {"S", "Seconds in which a request should have arrived. Default: 600."},
             0.1, most_s, server.request_s);
  add_number(
      options, "--idle",
      {"S", "Seconds after which a session of /v1/realtime ends in which nothing is said. Default: 600."},
      0.1, most_s, server.idle_s);
  add_no_ngram(options, server.word_ngram);
  add_engine(options, server.engine,
             "Arithmetic. Default: auto, which is bf16 on cuda, tf32 on cuda-baseline, and on the CPU bf16 "
             "where it has AVX512-BF16, else f32.");
}

}  // namespace tilescribe::cli
