import { join } from "node:path";
import { SaidError, say } from "@udt/base";
import type { DeviceCommand, MemoryProcess } from "@udt/contract";
import type { MemoryCapability } from "@udt/driver";
import { MemoryLine } from "../memory/memory-line.ts";
import { MemoryRecorder } from "../memory/memory-recorder.ts";
import type { Upload } from "../recording/index.ts";
import { Refusal } from "./lease.ts";

type Command<N extends DeviceCommand["name"]> = Extract<DeviceCommand, { name: N }>;

interface Running {
  recording_id: string;
  recorder: MemoryRecorder;
  ending: AbortController;
}

/** The memory of apps in a session: one recording at a time, which goes on until it is stopped or the session ends. */
export class SessionMemory {
  readonly #memory: MemoryCapability;
  readonly #upload: Upload;
  readonly #folder: string;
  #running: Running | undefined;
  #isOver = false;

  constructor(memory: MemoryCapability, upload: Upload, dataDir: string) {
    this.#memory = memory;
    this.#upload = upload;
    this.#folder = join(dataDir, "spool");
  }

  processes(signal: AbortSignal): Promise<MemoryProcess[]> {
    return this.#memory.processes(signal);
  }

  /** One that goes on is left alone; another one ends for it, since the server knows of one. */
  start({ device_id, ...wish }: Command<"memory_start">): void {
    if (this.#isOver || this.#running?.recording_id === wish.recording_id) return;
    this.#end();
    const { client, clock, log, test_id, lease_token } = this.#upload;
    const ending = new AbortController();
    const { recording_id } = wish;
    const { signal } = ending;
    const line = new MemoryLine(client, { test_id, device_id, lease_token, recording_id }, signal);
    const now = () => clock.now();
    const recorder = new MemoryRecorder(wish, { memory: this.#memory, line, now, folder: this.#folder, log, signal });
    const running = { recording_id, recorder, ending };
    this.#running = running;
    void recorder.over.finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
  }

  /** @throws Refusal memory_recording_over, memory_sampling_busy */
  sample({ recording_id, label }: Command<"memory_sample">): void {
    if (this.#running?.recording_id !== recording_id) throw new Refusal("memory_recording_over");
    if (!this.#running.recorder.sample(label)) throw new Refusal("memory_sampling_busy");
  }

  stop({ recording_id }: Command<"memory_stop">): void {
    if (this.#running?.recording_id === recording_id) this.#end();
  }

  /** Resolves when nothing is being taken any more. */
  async dispose(): Promise<void> {
    this.#isOver = true;
    const over = this.#running?.recorder.over;
    this.#end();
    await over;
  }

  #end(): void {
    this.#running?.ending.abort(new SaidError(say("session_ended")));
    this.#running = undefined;
  }
}
