import { openAsBlob } from "node:fs";
import type { Client } from "@udt/client";
import { ENDPOINTS, type BodyOf, type ErrorName, type MemoryRecordingPhase } from "@udt/contract";
import { insist } from "../insist.ts";

/** Gigabytes over a slow line; the client's own limit is meant for small answers. */
const FILE_TIMEOUT_MS = 60 * 60_000;
/** Samples wait for those before them to be read. */
const PASSING: readonly ErrorName[] = ["reading_busy", "storage_full"];

/** Whose a recording is. */
export interface MemoryPlace {
  test_id: string;
  device_id: string;
  lease_token: number;
  recording_id: string;
}

/** The calls by which a recording reaches the server, each made until it is answered. */
export class MemoryLine {
  readonly #client: Client;
  readonly #place: MemoryPlace;
  readonly #signal: AbortSignal;

  constructor(client: Client, place: MemoryPlace, signal: AbortSignal) {
    this.#client = client;
    this.#place = place;
    this.#signal = signal;
  }

  /** @throws ApiError what the server refuses; the signal's reason */
  async file(path: string): Promise<{ file_id: string }> {
    const { lease_token, ...params } = this.#place;
    const body = await openAsBlob(path);
    const call = { params, query: { lease_token }, body, signal: this.#signal, timeoutMs: FILE_TIMEOUT_MS };
    return this.#insist(() => this.#client.call(ENDPOINTS.agentMemoryFile, call));
  }

  /** @throws ApiError what the server refuses; the signal's reason */
  async sample(sample: Omit<BodyOf<(typeof ENDPOINTS)["agentMemorySample"]>, "lease_token">): Promise<void> {
    const { lease_token, ...params } = this.#place;
    const call = { params, body: { lease_token, ...sample }, signal: this.#signal };
    await this.#insist(() => this.#client.call(ENDPOINTS.agentMemorySample, call));
  }

  /** @throws ApiError what the server refuses; the signal's reason */
  async phase(phase: MemoryRecordingPhase): Promise<void> {
    const { lease_token, ...params } = this.#place;
    const call = { params, body: { lease_token, phase }, signal: this.#signal };
    await this.#insist(() => this.#client.call(ENDPOINTS.agentMemoryPhase, call));
  }

  #insist<T>(call: () => Promise<T>): Promise<T> {
    return insist(call, this.#signal, { passing: PASSING });
  }
}
