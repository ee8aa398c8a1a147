/** The floor's far end: one HTTP server that does nothing but keep what it is sent, on disk when it answers. */
import { createWriteStream } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream/promises";

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error("the file to write is missing");

const server = createServer((request, response) => {
  pipeline(request, createWriteStream(file, { flush: true })).then(
    () => response.end(),
    () => response.destroy(),
  );
});
server.listen(0, "127.0.0.1", () => process.send!({ port: (server.address() as AddressInfo).port }));
