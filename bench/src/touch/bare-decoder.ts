import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ScreenEvent } from "@udt/driver";
import { readSequence } from "@udt/phone";
import type { Page } from "playwright-core";
import { WebSocketServer, type WebSocket as ServerSocket } from "ws";
import { TIMEOUT_MS } from "./taps.ts";

/**
 * The browser's decoder with nothing around it: packets go to an empty page over one socket, the page answers with the
 * sequence number in each picture as soon as it is decoded. Nothing is drawn.
 */
export class BareDecoder {
  readonly #sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  readonly #server = createServer((_, response) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>decoder</title>"),
  );
  #socket: ServerSocket | undefined;
  #config: Uint8Array = new Uint8Array();
  #seen: { sequence: number; at: number } | undefined;
  #next = Promise.withResolvers<void>();

  async open(page: Page): Promise<void> {
    this.#server.on("upgrade", (request, socket, head) =>
      this.#sockets.handleUpgrade(request, socket, head, (opened) => this.#sockets.emit("connection", opened)),
    );
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const { port } = this.#server.address() as AddressInfo;
    const connected = new Promise<ServerSocket>((resolve) => this.#sockets.once("connection", resolve));
    await page.goto(`http://127.0.0.1:${port}/`);
    await page.evaluate(decodeIn, cellsOf);
    this.#socket = await connected;
    this.#socket.on("message", (data: Buffer) => {
      this.#seen = { sequence: Number(data.toString()), at: performance.now() };
      this.#next.resolve();
      this.#next = Promise.withResolvers();
    });
  }

  take(event: ScreenEvent): void {
    if (event.type !== "packet") return;
    if (event.kind === "config") this.#config = event.data;
    else {
      const isKey = event.kind === "key";
      this.#socket?.send(Buffer.concat([Buffer.from([isKey ? 1 : 0]), ...(isKey ? [this.#config] : []), event.data]));
    }
  }

  /** Resolves with the time at which the word came that a picture shows this number. */
  async shows(sequence: number): Promise<number> {
    const late = setTimeout(
      () => this.#next.reject(new Error(`touch ${sequence} never showed; ${this.#seen?.sequence} does`)),
      TIMEOUT_MS,
    );
    try {
      while (this.#seen?.sequence !== sequence) await this.#next.promise;
      return this.#seen.at;
    } finally {
      clearTimeout(late);
    }
  }

  /** Forgets the picture and resolves with the time of the next one. */
  async next(): Promise<number> {
    this.#seen = undefined;
    const late = setTimeout(() => this.#next.reject(new Error("no picture came")), TIMEOUT_MS);
    try {
      await this.#next.promise;
      return performance.now();
    } finally {
      clearTimeout(late);
    }
  }

  close(): void {
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#server.close();
  }
}

/** Where the strip's cells are in a picture of 720 × 1600, as {@link readSequence} reads them. */
const cellsOf: { width: number; height: number; cells: { x: number; y: number }[] } = {
  width: 720,
  height: 1600,
  cells: [],
};
readSequence(cellsOf.width, cellsOf.height, (x, y) => {
  cellsOf.cells.push({ x, y });
  return 0;
});

/** Runs in the page. */
function decodeIn({ width, height, cells }: typeof cellsOf): void {
  const socket = new WebSocket(location.href.replace("http", "ws"));
  socket.binaryType = "arraybuffer";
  const decoder = new VideoDecoder({
    output: (frame) => (answered = answer(frame)),
    error: (error) => socket.close(4000, error.message.slice(0, 100)),
  });
  decoder.configure({ codec: "avc1.64002A", optimizeForLatency: true });
  const read = async (frame: VideoFrame) => {
    const [scaleX, scaleY] = [frame.codedWidth / width, frame.codedHeight / height];
    // Chroma is halved, so the line must start at an even row.
    const y = Math.floor((cells[0]!.y * scaleY) / 2) * 2;
    const line = { x: 0, y, width: frame.codedWidth, height: 2 };
    const bytes = new Uint8Array(frame.allocationSize({ rect: line }));
    const [luma] = await frame.copyTo(bytes, { rect: line });
    frame.close();
    let sequence = 0;
    for (const { x } of cells) sequence = sequence * 2 + (bytes[luma!.offset + Math.floor(x * scaleX)]! >= 128 ? 1 : 0);
    return sequence;
  };
  // Copies of two frames may finish in another order than they began.
  let answered: Promise<unknown> = Promise.resolve();
  const answer = async (frame: VideoFrame) => {
    const [sequence] = await Promise.all([read(frame), answered]);
    socket.send(String(sequence));
  };
  let timestamp = 0;
  socket.addEventListener("message", (event) => {
    const bytes = new Uint8Array(event.data as ArrayBuffer);
    const type = bytes[0] === 1 ? "key" : "delta";
    decoder.decode(new EncodedVideoChunk({ type, timestamp: timestamp++, data: bytes.subarray(1) }));
  });
}
