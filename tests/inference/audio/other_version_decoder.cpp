// SPDX-License-Identifier: Apache-2.0
// A tilescribe-decoder that another version of Tilescribe left behind.
#include "inference/audio/helper/packet.h"
#include "inference/audio/helper/protocol.h"

int main() {
  using namespace tilescribe::audio;
  return send_packet(helper_socket, PacketWriter().value(helper_version + 1)) ? 0 : 1;
}
