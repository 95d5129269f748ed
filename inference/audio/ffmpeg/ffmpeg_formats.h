// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tilescribe::audio {

/// The demuxers that may be used, by FFmpeg's names: containers of sound that lie in one file. What FFmpeg
/// also takes for input is not among them: lists of other files (hls, dash, concat, vobsub, sdp, imf …),
/// scripts, network protocols, devices, images, subtitles, text, the music of games.
inline constexpr const char* container_formats =
    "aa,aac,ac3,act,aiff,amr,amrnb,amrwb,ape,aptx,aptx_hd,asf,asf_o,au,avi,avr,bit,caf,codec2,dsf,dss,dts,"
    "dtshd,"
    "dv,eac3,epaf,flac,flv,g722,g723_1,g726,g726le,g729,gsm,gxf,hcom,iff,ilbc,ircam,kux,live_flv,loas,lvf,"
    "matroska,"
    "mlp,mov,mp3,mpc,mpc8,mpeg,mpegts,mxf,nistsphere,nsv,nut,nuv,ogg,oma,pvf,qcp,rm,sbc,sds,shn,sln,sox,"
    "spdif,tak,"
    "truehd,tta,ty,voc,vqf,w64,wav,webm,wsd,wtv,wv,wve,xwma";

/// Those that are refused because they name other files, for a sentence that says so.
inline constexpr const char* list_formats = "concat,dash,hls,imf,sdp,vobsub";

}  // namespace tilescribe::audio
