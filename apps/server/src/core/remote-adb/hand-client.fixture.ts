import { constants, generateKeyPairSync, privateEncrypt, type KeyObject } from "node:crypto";
import { connect, type Socket } from "node:net";
import { ADB_VERSION_SKIP_CHECKSUM, AdbCommand, type AdbPacket, encodePacket, PacketDecoder } from "@udt/adb";
import { until } from "../../../test/harness.ts";

const MODULUS_BYTES = 256;
const SHA1_PREFIX = Buffer.from("3021300906052b0e03021a05000414", "hex");

export interface HandKey {
  privateKey: KeyObject;
  /** As adb sends it. */
  sent: string;
}

/** A key as an adb client has it. */
export function handKey(name = "grace@laptop"): HandKey {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const modulus = Buffer.from(publicKey.export({ format: "jwk" }).n!, "base64url").toReversed();
  const struct = Buffer.alloc(4 + 4 + 2 * MODULUS_BYTES + 4);
  struct.writeUInt32LE(MODULUS_BYTES / 4, 0);
  struct.set(modulus, 8);
  struct.writeUInt32LE(65_537, struct.length - 4);
  return { privateKey, sent: `${struct.toString("base64")} ${name}\0` };
}

/** A computer's end of a connection, driven by hand. */
export class HandClient {
  readonly socket: Socket;
  readonly received: AdbPacket[] = [];
  readonly closed: Promise<void>;

  constructor(port: number) {
    this.socket = connect(port, "127.0.0.1");
    this.socket.on("error", () => this.socket.destroy());
    this.closed = new Promise((resolve) => this.socket.once("close", () => resolve()));
    const decoder = new PacketDecoder();
    decoder.verifyChecksum = false;
    this.socket.on("data", (data) => this.received.push(...decoder.push(data)));
  }

  send(command: number, arg0: number, arg1: number, payload: Uint8Array | string = ""): void {
    const bytes = typeof payload === "string" ? new TextEncoder().encode(payload) : payload;
    this.socket.write(encodePacket({ command, arg0, arg1, payload: bytes }, true));
  }

  greet(): void {
    this.send(AdbCommand.Connect, ADB_VERSION_SKIP_CHECKSUM, 1024 * 1024, "host::features=shell_v2");
  }

  /** The newest token, once as many have come. */
  async token(count = 1): Promise<Uint8Array> {
    return until(() => {
      const tokens = this.received.filter(({ command, arg0 }) => command === AdbCommand.Auth && arg0 === 1);
      if (tokens.length < count) throw new Error("no token");
      return tokens.at(-1)!.payload;
    });
  }

  sign({ privateKey }: HandKey, token: Uint8Array): void {
    const padding = constants.RSA_PKCS1_PADDING;
    this.send(AdbCommand.Auth, 2, 0, privateEncrypt({ key: privateKey, padding }, Buffer.concat([SHA1_PREFIX, token])));
  }

  /** Greets, signs by this key, and shows it when that did not let it in. */
  async comeWith(key: HandKey): Promise<void> {
    this.greet();
    this.sign(key, await this.token());
    await this.token(2);
    this.show(key);
  }

  show(key: HandKey): void {
    this.send(AdbCommand.Auth, 3, 0, key.sent);
  }
}
