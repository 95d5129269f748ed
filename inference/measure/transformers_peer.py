#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Transcribe a recording with Hugging Face transformers, for the kernel lab's comparison of engines.

usage: transformers_peer.py MODEL_FOLDER SAMPLES WINDOWS

SAMPLES is float32 at 16 kHz. WINDOWS has a line for each window to hear: its first sample, and how many. They
are heard one after the other, once without being timed, then once more. Says, a line each, with tabs:
"tilescribe", a key (engine, text, seconds, stage, failure), its value; a stage's also has milliseconds, and each
window has its text. Needs torch, and transformers 5.0 or newer.
"""
import os
import sys
import time


def say(*words):
    print("\ntilescribe", *(" ".join(str(word).split()) for word in words), sep="\t", flush=True)


def main():
    import numpy
    import torch
    import transformers

    folder, file, windows = sys.argv[1:]
    gpu = torch.cuda.is_available()
    device, dtype = ("cuda", torch.bfloat16) if gpu else ("cpu", torch.float32)
    name = torch.cuda.get_device_name() if gpu else f"CPU, {torch.get_num_threads()} threads"
    say("engine", f"transformers {transformers.__version__}, PyTorch {torch.__version__}, "
                  f"{name}, {'bf16' if gpu else 'f32'}")
    processor = transformers.AutoProcessor.from_pretrained(folder, local_files_only=True)
    model = transformers.GlmAsrForConditionalGeneration.from_pretrained(
        folder, local_files_only=True, dtype=dtype).eval().to(device)
    core = model if hasattr(model, "audio_tower") else model.model
    samples = numpy.fromfile(file, dtype=numpy.float32)
    with open(windows) as lines:
        windows = [samples[begin:begin + count] for begin, count in (map(int, line.split()) for line in lines)]
    spent = {}
    prompted = False  # the decoder has read the window's prompt

    def now():
        if gpu:
            torch.cuda.synchronize()
        return time.perf_counter()

    def timed(module, stage_of):
        """Adds the time of each call of a module to a stage."""
        calls = []
        module.register_forward_pre_hook(lambda *_: calls.append(now()))

        def ends(*_):
            stage = stage_of()
            spent[stage] = spent.get(stage, 0.0) + now() - calls.pop()

        module.register_forward_hook(ends)

    timed(core.audio_tower, lambda: "encoder")
    timed(core.multi_modal_projector, lambda: "projector")
    def decoder_stage():
        nonlocal prompted
        stage, prompted = "decode" if prompted else "prefill", True
        return stage

    timed(core.language_model, decoder_stage)

    @torch.inference_mode()
    def hear(window):
        nonlocal prompted
        prompted = False
        begin = now()
        request = processor.apply_transcription_request(window)
        spent["features"] = spent.get("features", 0.0) + now() - begin
        request = {key: value.to(device, dtype if value.is_floating_point() else None)
                   for key, value in request.items() if torch.is_tensor(value)}
        ids = model.generate(**request, max_new_tokens=440, do_sample=False)
        return processor.tokenizer.decode(ids[0, request["input_ids"].shape[1]:], skip_special_tokens=True)

    for window in windows:
        hear(window)
    spent.clear()
    begin = now()
    texts = [hear(window) for window in windows]
    seconds = now() - begin
    if "decode" in spent:  # with what generate() does between the calls of the model
        spent["decode"] = seconds - sum(took for stage, took in spent.items() if stage != "decode")
    say("seconds", seconds)
    for stage in ("features", "encoder", "projector", "prefill", "decode"):
        if stage in spent:
            say("stage", stage, 1e3 * spent[stage])
    for text in texts:
        say("text", text)


if __name__ == "__main__":
    os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")
    try:
        main()
    except Exception as failure:  # whatever it is, the window says it
        say("failure", str(failure).rstrip(".") or type(failure).__name__)
        sys.exit(1)
