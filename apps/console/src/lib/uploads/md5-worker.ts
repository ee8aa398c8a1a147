import { createMD5 } from "hash-wasm";

export type ToMd5Worker = { file: File };
export type FromMd5Worker =
  | { type: "progress"; done_bytes: number }
  | { type: "md5"; md5: string }
  | { type: "failed"; reason: string };

const PIECE_BYTES = 4 * 1024 ** 2;
const post = (message: FromMd5Worker) => self.postMessage(message, { transfer: [] });

self.addEventListener("message", (event: MessageEvent<ToMd5Worker>) => {
  hash(event.data.file).catch((error: unknown) => post({ type: "failed", reason: String(error) }));
});

async function hash(file: File): Promise<void> {
  const md5 = await createMD5();
  md5.init();
  for (let at = 0; at < file.size; at += PIECE_BYTES) {
    md5.update(new Uint8Array(await file.slice(at, at + PIECE_BYTES).arrayBuffer()));
    post({ type: "progress", done_bytes: Math.min(at + PIECE_BYTES, file.size) });
  }
  post({ type: "md5", md5: md5.digest("hex") });
}
