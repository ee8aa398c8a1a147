/** What the module's specs share: packages, and a whole upload as a client makes it. */
import { createHash } from "node:crypto";
import { vi } from "vitest";
import { buildApk, type BuildApkOptions } from "@udt/appfile/testing";
import { ENDPOINTS, LIMITS, type App } from "@udt/contract";
import type { Answer, Person, TestServer } from "../../../test/harness.ts";
import type { Upload } from "./uploads.service.ts";

/** Waits for a fact, as long as a busy machine may take to bring it about. */
export const eventually = <T>(fact: () => T | Promise<T>, interval = 20): Promise<T> =>
  vi.waitFor(fact, { timeout: 20_000, interval });

export interface PackageBytes {
  bytes: Buffer;
  md5: string;
  size_bytes: number;
}

export function packageBytes(bytes: Uint8Array): PackageBytes {
  return { bytes: Buffer.from(bytes), md5: createHash("md5").update(bytes).digest("hex"), size_bytes: bytes.length };
}

let made = 0;
/** An APK that no other call has made: its version tells it apart. */
export const newPackage = (options: BuildApkOptions = {}): PackageBytes =>
  packageBytes(buildApk({ versionCode: ++made, ...options }));

/** One that takes three chunks, the last a small one. */
export const threeChunks = (): PackageBytes => newPackage({ paddingBytes: 2 * LIMITS.chunk_size_bytes });

export const chunkOf = ({ bytes }: PackageBytes, chunk: number): Buffer =>
  bytes.subarray((chunk - 1) * LIMITS.chunk_size_bytes, chunk * LIMITS.chunk_size_bytes);

/** The calls of one person in one project. */
export class Uploader {
  readonly #udt: TestServer;
  readonly as: Person;
  readonly query: { project: string };
  constructor(udt: TestServer, as: Person, project: string) {
    this.#udt = udt;
    this.as = as;
    this.query = { project };
  }

  create(file: PackageBytes, file_name = "demo.apk"): Promise<Upload> {
    const { md5, size_bytes } = file;
    return this.#udt.ok(ENDPOINTS.uploadCreate, {
      as: this.as,
      query: this.query,
      body: { file_name, md5, size_bytes },
    });
  }

  chunk(upload_id: string, chunk: number, body: Buffer, headers: Record<string, string> = {}): Promise<Answer> {
    const params = { upload_id, chunk };
    return this.#udt.call(ENDPOINTS.uploadChunk, { as: this.as, query: this.query, params, body, headers });
  }

  async chunks({ upload_id, chunk_number }: Upload, file: PackageBytes): Promise<void> {
    for (let chunk = 1; chunk <= chunk_number; chunk++) {
      const answer = await this.chunk(upload_id, chunk, chunkOf(file, chunk));
      if (answer.ret !== 0) throw new Error(answer.text);
    }
  }

  get(upload_id: string): Promise<Upload> {
    return this.#udt.ok(ENDPOINTS.uploadGet, { as: this.as, query: this.query, params: { upload_id } });
  }

  synthesize(upload_id: string): Promise<Answer> {
    return this.#udt.call(ENDPOINTS.uploadSynthesize, { as: this.as, query: this.query, params: { upload_id } });
  }

  async upload(file: PackageBytes, file_name = "demo.apk"): Promise<App> {
    const begun = await this.create(file, file_name);
    if (begun.app) return begun.app;
    await this.chunks(begun, file);
    const answer = await this.synthesize(begun.upload_id);
    if (answer.ret !== 0) throw new Error(answer.text);
    return answer.data as App;
  }

  list(query: Record<string, string | number> = {}): Promise<{ list: App[]; total: number }> {
    return this.#udt.ok(ENDPOINTS.appList, { as: this.as, query: { ...this.query, ...query } });
  }
}
