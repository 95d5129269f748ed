// SPDX-License-Identifier: Apache-2.0
#include "inference/store/report.h"

namespace tilescribe::store {

// The stages have the window's colours (ui/profiling/profile_colors.cpp), which colour-blind readers can also
// tell apart. Each has a label as well. Paper gets the light ones.
std::string_view report_style() {
  return R"css(
:root { color-scheme: light dark; --page: #ffffff; --raised: #f3f4f6; --text: #1b1f24; --soft: #57606a; --line: #d0d7de;
  --audio: #7d62c0; --features: #2f8a60; --encoder: #1f4f9c; --projector: #6e1f40; --prefill: #ab850e;
  --decode: #b2481a; --idle: #878d95; --other: #585e64; }
@media (prefers-color-scheme: dark) { :root { --page: #16191d; --raised: #20252b; --text: #e6e9ed; --soft: #a3acb6; --line: #3a424b;
  --audio: #c89fec; --features: #74cd9a; --encoder: #3f86e0; --projector: #b55479; --prefill: #f4b427;
  --decode: #e6722f; --idle: #8f969d; --other: #d8dee5; } }
@media print { :root { color-scheme: light; --page: #ffffff; --raised: #f3f4f6; --text: #000000; --soft: #444444; --line: #bbbbbb;
  --audio: #7d62c0; --features: #2f8a60; --encoder: #1f4f9c; --projector: #6e1f40; --prefill: #ab850e;
  --decode: #b2481a; --idle: #878d95; --other: #585e64; }
  body { font-size: 10pt; max-width: none; padding: 0; } section, tr, li { break-inside: avoid; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 70rem; background: var(--page); color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
h1 { margin: 0; font-size: 1.75rem; line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin: 2.75rem 0 0.5rem; font-size: 1.25rem; }
p { margin: 0.5rem 0; } .soft, caption, figcaption { color: var(--soft); font-size: 0.9rem; }
caption { text-align: left; padding-bottom: 0.4rem; }
dl.figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr)); gap: 0.75rem; margin: 1.5rem 0 0; }
dl.figures div { background: var(--raised); border-radius: 0.5rem; padding: 0.6rem 0.9rem; }
dl.figures dt { color: var(--soft); font-size: 0.85rem; }
dl.figures dd { margin: 0; font-size: 1.3rem; font-variant-numeric: tabular-nums; }
ol.findings { padding-left: 1.6rem; } ol.findings li { margin: 0.9rem 0; padding-left: 0.3rem; } ol.findings p { margin: 0.15rem 0; }
.won { color: var(--soft); font-size: 0.9rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.9rem; }
th, td { text-align: left; padding: 0.3rem 0.7rem 0.3rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th { font-weight: 600; color: var(--soft); white-space: nowrap; }
td.n, th.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
td.stage { white-space: nowrap; } td.name { min-width: 13rem; overflow-wrap: anywhere; } td.name small { color: var(--soft); display: block; }
.bar { display: block; min-width: 7rem; height: 0.8rem; margin-top: 0.3rem; background: var(--raised); border-radius: 2px; }
.bar span { display: block; height: 100%; border-radius: 2px; }
.key { display: inline-block; width: 0.8rem; height: 0.8rem; margin-right: 0.5rem; border-radius: 2px; vertical-align: -0.05rem; }
figure { margin: 0.75rem 0; } svg { display: block; width: 100%; min-width: 40rem; height: auto; }
svg text { fill: var(--text); font-size: 13px; font-family: inherit; } svg text.soft { fill: var(--soft); font-size: 12px; }
svg .grid { stroke: var(--line); stroke-width: 1; } svg .roof { stroke: var(--text); stroke-width: 2; fill: none; }
svg text.over { paint-order: stroke; stroke: var(--page); stroke-width: 3px; stroke-linejoin: round; }
svg .leader { stroke: var(--soft); stroke-width: 1; }
svg .dashed { stroke: var(--soft); stroke-width: 1; stroke-dasharray: 5 4; fill: none; }
svg .dot { fill-opacity: 0.75; stroke: var(--page); stroke-width: 1; }
svg .backdrop { fill: var(--raised); } svg .hatch { stroke: var(--idle); stroke-width: 3; }
svg .idle { fill: url(#idle); }
.audio { background: var(--audio); fill: var(--audio); } .features { background: var(--features); fill: var(--features); }
.encoder { background: var(--encoder); fill: var(--encoder); } .projector { background: var(--projector); fill: var(--projector); }
.prefill { background: var(--prefill); fill: var(--prefill); } .decode { background: var(--decode); fill: var(--decode); }
.other { background: var(--other); fill: var(--other); }
.key.idle { background: repeating-linear-gradient(135deg, var(--idle) 0 2px, transparent 2px 5px); }
)css";
}

}  // namespace tilescribe::store
