import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AdbCommand, type AdbPacket, AdbProtocolError, PacketDecoder, encodePacket } from "./packet.ts";

const hex = (text: string): Uint8Array => Buffer.from(text.replaceAll(/#.*$/gm, "").replaceAll(/\s/g, ""), "hex");

const HOST_BANNER =
  "host::features=remount_shell,abb_exec,abb,apex,fixed_push_mkdir,ls_v2,stat_v2,fixed_push_symlink_timestamp,cmd,shell_v2";

/** The first packet that adb 29.0.6 sends to a device, captured from its socket. */
const CNXN = hex(`
  434e584e # command "CNXN"
  01000001 # arg0: version 0x01000001
  00001000 # arg1: the peer takes payloads of 1 MiB
  77000000 # payload length
  402e0000 # sum of the payload's bytes
  bcb1a7b1 # magic: the command with every bit turned
  ${Buffer.from(HOST_BANNER).toString("hex")} # its banner, without a NUL
`);

/** How adb 29.0.6 asks for `adb shell echo hi`, captured likewise. */
const OPEN = hex(`
  4f50454e # command "OPEN"
  71010000 # arg0: the sender's stream id
  00000000 # arg1: none yet at the receiver
  20000000 # payload length
  00000000 # no checksum from this version on
  b0afbab1 # magic
  7368656c6c2c76322c5445524d3d787465726d2c7261773a6563686f20686900 # the service, with its NUL
`);

const OKAY = hex(`
  4f4b4159 # command "OKAY"
  01000000 # arg0: sender's stream id
  0b000000 # arg1: receiver's stream id
  00000000 # no payload
  00000000 # no checksum
  b0b4bea6 # magic
`);

describe("encodePacket", () => {
  it("writes CNXN with its checksum", () => {
    const payload = new TextEncoder().encode(HOST_BANNER);
    const packet = { command: AdbCommand.Connect, arg0: 0x01000001, arg1: 0x100000, payload };
    expect(Buffer.from(encodePacket(packet, true)).toString("hex")).toBe(Buffer.from(CNXN).toString("hex"));
  });

  it("writes OPEN without one", () => {
    const payload = new TextEncoder().encode("shell,v2,TERM=xterm,raw:echo hi\0");
    const packet = { command: AdbCommand.Open, arg0: 0x171, arg1: 0, payload };
    expect(Buffer.from(encodePacket(packet, false)).toString("hex")).toBe(Buffer.from(OPEN).toString("hex"));
  });

  it("leaves the checksum 0 where it is not verified", () => {
    const packet = { command: AdbCommand.Write, arg0: 1, arg1: 2, payload: Uint8Array.of(255, 255) };
    expect(Buffer.from(encodePacket(packet, false)).readUInt32LE(16)).toBe(0);
    expect(Buffer.from(encodePacket(packet, true)).readUInt32LE(16)).toBe(510);
  });
});

describe("PacketDecoder", () => {
  it("reads packets however the bytes are cut", () => {
    const bytes = Buffer.concat([CNXN, OKAY, OPEN]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: bytes.length - 1 })), (cuts) => {
        const decoder = new PacketDecoder();
        decoder.verifyChecksum = false;
        const edges = [0, ...[...new Set(cuts)].toSorted((a, b) => a - b), bytes.length];
        const packets: AdbPacket[] = [];
        for (let index = 1; index < edges.length; index++) {
          packets.push(...decoder.push(bytes.subarray(edges[index - 1], edges[index])));
        }
        expect(packets.map(({ command }) => command)).toEqual([AdbCommand.Connect, AdbCommand.Okay, AdbCommand.Open]);
        expect(packets[1]).toEqual({ command: AdbCommand.Okay, arg0: 1, arg1: 11, payload: new Uint8Array(0) });
        expect(Buffer.from(packets[0]!.payload).toString()).toBe(HOST_BANNER);
        expect(Buffer.from(packets[2]!.payload).toString()).toBe("shell,v2,TERM=xterm,raw:echo hi\0");
      }),
    );
  });

  it("refuses a magic that does not fit", () => {
    const bytes = Buffer.from(OKAY);
    bytes[23]! ^= 1;
    expect(() => [...new PacketDecoder().push(bytes)]).toThrow(AdbProtocolError);
  });

  it("refuses a payload over the limit before taking any of it", () => {
    const bytes = Buffer.from(OKAY);
    bytes.writeUInt32LE(1024 * 1024 + 1, 12);
    expect(() => [...new PacketDecoder().push(bytes)]).toThrow(/1048577 bytes/);
  });

  it("refuses a wrong checksum only while the version verifies it", () => {
    const bytes = Buffer.concat([OKAY, Uint8Array.of(7)]);
    bytes.writeUInt32LE(1, 12);
    expect(() => [...new PacketDecoder().push(bytes)]).toThrow(/checksum/);
    const lenient = new PacketDecoder();
    lenient.verifyChecksum = false;
    expect([...lenient.push(bytes)]).toHaveLength(1);
  });

  it("survives any bytes by packets or a protocol error, nothing else", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          for (const packet of new PacketDecoder().push(bytes)) expect(packet.payload.length).toBeLessThanOrEqual(200);
        } catch (error) {
          expect(error).toBeInstanceOf(AdbProtocolError);
        }
      }),
    );
  });
});
