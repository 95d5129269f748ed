// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tilescribe::audio {

/// The demuxers that may be used, by FFmpeg's names: containers of sound in a single file. Excluded are
/// FFmpeg's other inputs: lists of other files (hls, dash, concat, vobsub, sdp, imf …), scripts, network
/// protocols, devices, images, subtitles, text, and music of games.
inline constexpr const char* container_formats =
    "aa,aac,ac3,ac4,act,adx,aiff,alaw,amr,amrnb,amrwb,ape,aptx,aptx_hd,asf,asf_o,au,avi,avr,bit,bonk,caf,"
    "codec2,daud,dhav,dsf,dss,dts,dtshd,dv,eac3,epaf,flac,flv,g722,g723_1,g726,g726le,g729,gsm,gxf,hcom,"
    "iamf,iff,ilbc,ircam,ivr,kux,lc3,live_flv,loas,lvf,matroska,mlp,mov,mp3,mpc,mpc8,mpeg,mpegts,mulaw,"
    "mxf,nistsphere,nsv,nut,nuv,ogg,oma,osq,paf,pva,pvf,qcp,qoa,rka,rm,sbc,sds,shn,sln,sox,spdif,tak,"
    "truehd,tta,ty,voc,vqf,w64,wav,webm,wsd,wtv,wv,wve,xwma";

/// Formats refused because they name other files; the error says so.
inline constexpr const char* list_formats = "concat,dash,hls,imf,sdp,vobsub";

}  // namespace tilescribe::audio
