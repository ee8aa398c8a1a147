import { Emitter } from "@udt/base";
import { performanceRecordingName, performanceToAgent, performanceToBrowser, type ErrorName } from "@udt/contract";
import type { PerformanceCapability } from "@udt/driver";
import type { WebSocket } from "ws";
import type { z } from "zod";
import { PerformanceRecorder, Sampler, type Measured, type Upload } from "../recording/index.ts";
import { readMessages, refuse, sendMessage } from "./stream-socket.ts";

type ToBrowser = z.input<typeof performanceToBrowser>;
type Recording = Extract<ToBrowser, { type: "recording" }>["recording"];

/** A browser that reads more slowly misses samples; their times tell it which. */
const WAITING_BYTES = 64 * 1024;
/** How long a server that is away may hold up what ends a recording. */
const FLUSH_MS = 30_000;

/** What is measured in a session: once for each app, whoever looks at it and whatever is recorded of it. */
export class SessionPerformance {
  readonly #sampler: Sampler;
  readonly #upload: Upload;
  readonly #changed = new Emitter<Recording>();
  #recorder: PerformanceRecorder | undefined;
  #recording: Recording = null;
  #ending: Promise<void> | undefined;

  constructor(capability: PerformanceCapability, upload: Upload) {
    this.#sampler = new Sampler(capability, upload.clock);
    this.#upload = upload;
  }

  /**
   * The `performance` stream: samples of the app that its browser chose, and what is being recorded.
   * @param watched Why who looks may not record; undefined for who drives.
   */
  async serve(socket: WebSocket, watched: ErrorName | undefined): Promise<void> {
    const tell = (message: ToBrowser) => sendMessage(socket, performanceToBrowser, message);
    let leave = () => {};
    const stopTelling = this.#changed.on((recording) => tell({ type: "recording", recording }));
    const closed = new Promise((resolve) => socket.once("close", resolve));
    readMessages(socket, performanceToAgent, (message) => {
      if (message.type === "watch") {
        // One that asks for the same again keeps its probe.
        const before = leave;
        leave = this.#sampler.watch(message.package_name, (measured) => {
          if (socket.bufferedAmount < WAITING_BYTES) tell(toMessage(message.package_name, measured));
        });
        before();
      } else if (watched) refuse(socket, watched);
      else if (message.type === "record") this.#record(message.package_name);
      else void this.#endRecording();
    });
    tell({ type: "recording", recording: this.#recording });
    await closed;
    leave();
    stopTelling();
  }

  /** Ends what is recorded, and resolves when the server has it. */
  dispose(): Promise<void> {
    return this.#endRecording();
  }

  #record(package_name: string | null): void {
    if (this.#recorder) return;
    const name = performanceRecordingName(package_name);
    this.#recorder = new PerformanceRecorder(this.#sampler, package_name, this.#upload, name);
    this.#become({ package_name, started_at: Math.round(this.#upload.clock.now()), name });
  }

  #endRecording(): Promise<void> {
    return (this.#ending ??= this.#endOnce().finally(() => (this.#ending = undefined)));
  }

  async #endOnce(): Promise<void> {
    await this.#recorder?.end(AbortSignal.timeout(FLUSH_MS));
    this.#recorder = undefined;
    if (this.#recording !== null) this.#become(null);
  }

  #become(recording: Recording): void {
    this.#recording = recording;
    this.#changed.emit(recording);
  }
}

function toMessage(package_name: string | null, measured: Measured): ToBrowser {
  if ("said" in measured) return { type: "unmeasured", package_name, said: measured.said };
  const { values, ...facts } = measured.sample;
  return { type: "sample", package_name, ...facts, ...values };
}
