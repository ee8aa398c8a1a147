import { EncodedVideoChunk, VideoDecoder, type VideoFrame } from "@napi-rs/webcodecs";
import type { VideoPacket } from "../../types.ts";

/** One decoded picture's brightness. */
export interface Picture {
  width: number;
  height: number;
  /** 0 to 255. */
  luma(x: number, y: number): number;
}

const pictureOf = async (frame: VideoFrame): Promise<Picture> => {
  const { codedWidth: width, codedHeight: height } = frame;
  const bytes = new Uint8Array(frame.allocationSize());
  const [plane] = await frame.copyTo(bytes);
  frame.close();
  return { width, height, luma: (x, y) => bytes[plane!.offset + y * plane!.stride + x]! };
};

/** Decodes packets one after the other, keeping the last picture. A new config starts a new decoder, as clients do. */
export class PacketDecoder {
  last: Picture | undefined;
  #decoder: VideoDecoder | undefined;
  #config: Uint8Array | undefined;
  #copies: Promise<void> = Promise.resolve();
  #error: Error | undefined;

  take(packet: VideoPacket): void {
    if (packet.kind === "config") {
      this.#config = packet.data;
      this.#decoder?.close();
      this.#decoder = new VideoDecoder({
        output: (frame) => {
          this.#copies = this.#keep(this.#copies, frame);
        },
        error: (error) => (this.#error = error),
      });
      this.#decoder.configure({ codec: "avc1.64002A", optimizeForLatency: true });
      return;
    }
    const data = this.#config === undefined ? packet.data : Buffer.concat([this.#config, packet.data]);
    this.#config = undefined;
    const type = packet.key_frame ? "key" : "delta";
    this.#decoder!.decode(new EncodedVideoChunk({ type, timestamp: Number(packet.pts_us), data }));
  }

  async #keep(before: Promise<void>, frame: VideoFrame): Promise<void> {
    await before;
    this.last = await pictureOf(frame);
  }

  /** Resolves with the newest picture when all packets so far are decoded. */
  async settle(): Promise<Picture> {
    await this.#decoder?.flush();
    await this.#copies;
    if (this.#error !== undefined) throw this.#error;
    if (this.last === undefined) throw new Error("nothing was decoded");
    return this.last;
  }

  close(): void {
    this.#decoder?.close();
    this.#decoder = undefined;
  }
}
