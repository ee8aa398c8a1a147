import { createHash, randomBytes } from "node:crypto";
import { ApiError, createClient, type Client } from "@udt/client";
import { ERRORS, type ErrorName } from "@udt/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { UploadServer } from "./upload-server.fixture.ts";
import { canRetry, uploadApp, type UploadProgress } from "./uploader.ts";

const CHUNK = 64 * 1024;
const BYTES = randomBytes(4 * CHUNK + 1234);
const md5Of = async (file: File) =>
  createHash("md5")
    .update(Buffer.from(await file.arrayBuffer()))
    .digest("hex");

let server: UploadServer;
let api: Client;
let progress: UploadProgress[];
beforeEach(async () => {
  server = new UploadServer(CHUNK);
  api = createClient({ baseUrl: await server.start() });
  progress = [];
});
afterEach(() => server.stop());

function upload(signal = new AbortController().signal, bytes = BYTES) {
  return uploadApp({
    api,
    project: "demo",
    file: new File([bytes], "shop.apk"),
    md5Of,
    onProgress: (step) => progress.push(step),
    signal,
    retryMs: () => 1,
  });
}
const count = (call: string) => server.calls.filter((each) => each === call).length;

describe("uploading an app", () => {
  it("goes through the steps and sends the file's very bytes", async () => {
    const app = await upload();
    expect(app.app_id).toBe("a1");
    expect(server.joined.equals(BYTES)).toBe(true);
    expect(server.chunks.size).toBe(5);
    expect(server.chunks.get(5)?.length).toBe(1234);
    const steps = progress.map((each) => each.step).filter((step, index, all) => step !== all[index - 1]);
    expect(steps).toEqual(["md5", "upload_id", "chunks", "synthesis"]);
    const done = progress.filter((each) => each.step === "chunks").map((each) => each.done_bytes);
    expect(done).toEqual([...done].sort((a, b) => a - b));
    expect(done.at(-1)).toBe(BYTES.length);
  });

  it("sends a file that is smaller than one chunk", async () => {
    await upload(undefined, BYTES.subarray(0, 10));
    expect(server.joined.equals(BYTES.subarray(0, 10))).toBe(true);
  });

  it("finishes at once when the project has the same bytes", async () => {
    await upload();
    server.calls.length = 0;
    await upload();
    expect(server.calls).toEqual(["POST create"]);
    expect(progress.at(-1)).toMatchObject({ step: "synthesis", instant: true });
  });

  it("waits out a network that is cut in the middle of a chunk", async () => {
    let cuts = 2;
    server.trouble = (call) => (call === "PUT 3" && cuts-- > 0 ? "cut" : undefined);
    await upload();
    expect(count("PUT 3")).toBe(3);
    expect(progress.some((each) => each.retrying)).toBe(true);
    expect(server.joined.equals(BYTES)).toBe(true);
  });

  it("waits out a server that restarts, at every step", async () => {
    const seen = new Set<string>();
    server.trouble = (call) => {
      if (seen.has(call)) return undefined;
      seen.add(call);
      return "unavailable";
    };
    await upload();
    expect(server.joined.equals(BYTES)).toBe(true);
    expect([count("POST create"), count("POST synthesis")]).toEqual([2, 2]);
  });

  it("sends only what is missing after the page was closed half-way", async () => {
    const closing = new AbortController();
    server.trouble = (call) => {
      if (call !== "PUT 4") return undefined;
      closing.abort();
      return "cut";
    };
    await expect(upload(closing.signal)).rejects.toThrow();
    const before = new Set(server.chunks.keys());
    expect(before.size).toBeGreaterThan(0);
    server.trouble = () => undefined;
    server.calls.length = 0;
    await upload();
    for (const chunk of before) expect(count(`PUT ${chunk}`)).toBe(0);
    expect(server.joined.equals(BYTES)).toBe(true);
  });

  it("gives up on a refusal, with the refusal", async () => {
    server.trouble = (call) => (call === "PUT 2" ? "wrong_chunk" : undefined);
    await expect(upload()).rejects.toMatchObject({ code: "upload_chunk" });
    expect(count("PUT 2")).toBe(1);
    expect(count("POST synthesis")).toBe(0);
  });

  it("gives up when nothing gets through for long, and goes on from there when asked again", async () => {
    server.trouble = (call) => (call === "PUT 5" ? "unavailable" : undefined);
    await expect(upload()).rejects.toBeInstanceOf(ApiError);
    expect(count("PUT 5")).toBe(12);
    server.trouble = () => undefined;
    server.calls.length = 0;
    await upload();
    expect(server.calls).toEqual(["POST create", "PUT 5", "POST synthesis"]);
  });

  it("stops at once when cancelled while it waits for the network", async () => {
    const cancel = new AbortController();
    server.trouble = (call) => (call.startsWith("PUT") ? "unavailable" : undefined);
    const running = uploadApp({
      api,
      project: "demo",
      file: new File([BYTES], "shop.apk"),
      md5Of,
      onProgress: (step) => {
        if (step.retrying) cancel.abort(new Error("cancelled"));
      },
      signal: cancel.signal,
      retryMs: () => 60_000,
    });
    await expect(running).rejects.toThrow("cancelled");
    expect(count("POST synthesis")).toBe(0);
  });
});

describe("whether trying again makes sense", () => {
  const refused = (code: ErrorName) =>
    new ApiError(code, { kind: "refused", code, status: ERRORS[code].status, method: "POST", path: "/" });

  it("does after the network, a fault of the server, or lost chunks", () => {
    expect(canRetry(new ApiError("network", { kind: "network", method: "PUT", path: "/" }))).toBe(true);
    for (const code of ["internal", "unavailable", "upload_not_found", "upload_incomplete", "upload_md5"] as const) {
      expect(canRetry(refused(code))).toBe(true);
    }
  });

  it("does not for a file that the server will not have", () => {
    for (const code of [
      "app_corrupt",
      "app_hostile",
      "app_unsupported",
      "upload_wrong_type",
      "upload_too_large",
    ] as const) {
      expect(canRetry(refused(code))).toBe(false);
    }
  });
});
