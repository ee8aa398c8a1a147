import { backoffMs, delay, Emitter, Redialling } from "@udt/base";
import {
  RECORDING_PARTS,
  recordingStem,
  recordingToAgent,
  recordingToBrowser,
  type ErrorName,
  type RecordingState,
} from "@udt/contract";
import type { LogCapability } from "@udt/driver";
import type { WebSocket } from "ws";
import {
  followLog,
  inputText,
  KeptVideoFile,
  RECENT_MS,
  RecentLines,
  RecentVideo,
  TextRecorder,
  VideoRecorder,
  type GivenInput,
  type LoggedText,
  type Upload,
} from "../recording/index.ts";
import type { ScreenKeeper } from "../screen/screen-keeper.ts";
import { readMessages, refuse, sendMessage } from "./stream-socket.ts";

/** A minute of a screen that changes all over at scrcpy's eight megabits; of more, less than a minute is kept. */
const VIDEO_BYTES = 48 * 1024 ** 2;
const LOG_BYTES = 4 * 1024 ** 2;
const INPUT_BYTES = 2 * 1024 ** 2;
/** The video begins with a key frame, which lies up to so much before the asked time. */
const LEAD_MS = 30_000;
/** Text goes to the server in parts of about so much. */
const PART_CHARS = 256 * 1024;
const PROGRESS_MS = 300;
/** How long a server that is away may hold up what ends a recording. */
const FLUSH_MS = 30_000;
const LOG_RETRY_MS = 1_000;
const LOG_RETRY_CAP_MS = 30_000;

type Told = Omit<RecordingState, "type" | "now">;

/** What is being recorded. */
interface Under {
  video: VideoRecorder;
  input: TextRecorder;
  log: TextRecorder | undefined;
  told: NonNullable<Told["recording"]>;
}

/**
 * Recordings of a session that people drive: one that who drives begins and ends, and the last seconds, which are kept while
 * the session lasts whether anybody looks or not. That is no load for the device: its screen runs for the whole session
 * anyway (see `ScreenKeeper`), what it sends is kept as it is, and its log is followed once for both.
 */
export class SessionRecording {
  readonly #screen: ScreenKeeper;
  readonly #log: LogCapability | undefined;
  readonly #upload: Upload;
  readonly #video: RecentVideo;
  readonly #lines = new RecentLines({ max_ms: RECENT_MS + LEAD_MS, max_bytes: LOG_BYTES });
  readonly #inputs = new RecentLines({ max_ms: RECENT_MS + LEAD_MS, max_bytes: INPUT_BYTES });
  readonly #changed = new Emitter<void>();
  readonly #ending = new AbortController();
  #under: Under | undefined;
  #endingUnder: Promise<void> | undefined;
  #saving: Told["saving"] = null;
  #refused: Told["refused"] = null;
  #saved: Promise<void> = Promise.resolve();
  #number = 0;

  constructor(screen: ScreenKeeper, log: LogCapability | undefined, upload: Upload) {
    this.#screen = screen;
    this.#log = log;
    this.#upload = upload;
    this.#video = new RecentVideo(screen, upload.clock, { max_ms: RECENT_MS, max_bytes: VIDEO_BYTES });
    this.#video.onChange = () => this.#changed.emit();
  }

  /** The device is ready: from now on its log is kept, too. */
  begin(): void {
    if (this.#log) void this.#follow(this.#log);
  }

  /** Something was given to the device. */
  given(input: GivenInput): void {
    const time = this.#upload.clock.now();
    const text = inputText(input, time);
    if (text === undefined) return;
    this.#inputs.add({ time, text });
    this.#under?.input.write(text);
  }

  /**
   * The `recording` stream: what is recorded, kept and saved, told to all who have it open.
   * @param watched Why who looks may not record; undefined for who drives.
   */
  async serve(socket: WebSocket, watched: ErrorName | undefined): Promise<void> {
    const tell = () =>
      sendMessage(socket, recordingToBrowser, {
        type: "state",
        now: Math.round(this.#upload.clock.now()),
        ...this.#told(),
      });
    const stopTelling = this.#changed.on(tell);
    const closed = new Promise((resolve) => socket.once("close", resolve));
    readMessages(socket, recordingToAgent, ({ type }) => {
      if (watched) refuse(socket, watched);
      else if (type === "record") this.#record();
      else if (type === "record_end") void this.#endRecording();
      else this.#saveRecent();
    });
    tell();
    await closed;
    stopTelling();
  }

  /** Ends what is recorded, and resolves when the server has it and what was saved, or goes on by itself. */
  async dispose(): Promise<void> {
    const ended = Promise.all([this.#endRecording(), this.#saved]);
    this.#ending.abort(new Error("session ended"));
    this.#video.close();
    await ended;
  }

  #told(): Told {
    const { isVideo, since } = this.#video;
    return {
      has_video: isVideo,
      recording: this.#under?.told ?? null,
      kept_since: since === undefined ? null : Math.round(since),
      saving: this.#saving,
      refused: this.#refused,
    };
  }

  #record(): void {
    // Of two who begin at once one has begun.
    if (this.#under || this.#ending.signal.aborted || !this.#video.isVideo) return;
    const stem = recordingStem("recorded", ++this.#number);
    const name = stem + RECORDING_PARTS.video.ending;
    const video = new VideoRecorder(this.#screen, this.#upload, name);
    video.onRefused = (refused) => {
      this.#refused = { ...refused, name };
      // Nothing of what would come is kept: it must not look as if it were.
      if (this.#under?.video === video) void this.#endRecording();
    };
    this.#refused = null;
    this.#under = {
      input: this.#text(stem, "input"),
      log: this.#log && this.#text(stem, "log"),
      video,
      told: { name, started_at: Math.round(this.#upload.clock.now()) },
    };
    this.#changed.emit();
  }

  #endRecording(): Promise<void> {
    return (this.#endingUnder ??= this.#endOnce().finally(() => (this.#endingUnder = undefined)));
  }

  async #endOnce(): Promise<void> {
    const under = this.#under;
    if (!under) return;
    const signal = AbortSignal.timeout(FLUSH_MS);
    await Promise.all([under.video.end(signal), under.input.end(signal), under.log?.end(signal)]);
    this.#under = undefined;
    this.#changed.emit();
  }

  #saveRecent(): void {
    if (this.#saving || this.#ending.signal.aborted) return;
    const video = this.#video.snapshot();
    if (!video) return;
    const { started_at } = video;
    const stem = recordingStem("recent", ++this.#number);
    const name = stem + RECORDING_PARTS.video.ending;
    const texts = [this.#text(stem, "input", started_at, this.#inputs.since(started_at))];
    if (this.#log) texts.push(this.#text(stem, "log", started_at, this.#lines.since(started_at)));
    const file = new KeptVideoFile(this.#upload, name, video);
    this.#saving = { name, percent: 0 };
    this.#refused = null;
    const timer = setInterval(() => {
      const { percent } = file;
      if (this.#saving?.percent === percent) return;
      this.#saving = { name, percent };
      this.#changed.emit();
    }, PROGRESS_MS);
    const { signal } = this.#ending;
    this.#saved = Promise.all([file.end(signal), ...texts.map((text) => text.end(signal))])
      .then(() => undefined)
      .finally(() => {
        clearInterval(timer);
        this.#saving = null;
        if (file.refused) this.#refused = { ...file.refused, name };
        this.#changed.emit();
      });
    this.#changed.emit();
  }

  #text(stem: string, part: "input" | "log", started_at?: number, lines: readonly LoggedText[] = []): TextRecorder {
    const { ending, content_type } = RECORDING_PARTS[part];
    const begun = started_at === undefined ? {} : { started_at };
    const file = new TextRecorder(this.#upload, { name: stem + ending, kind: part, content_type, ...begun });
    let text = "";
    for (const line of lines) {
      text += line.text;
      if (text.length < PART_CHARS) continue;
      file.write(text);
      text = "";
    }
    file.write(text);
    return file;
  }

  /** A log that breaks off (its process was ended on the device) is followed anew. */
  async #follow(log: LogCapability): Promise<void> {
    const { signal } = this.#ending;
    const take = (batch: readonly LoggedText[]) => {
      for (const line of batch) this.#lines.add(line);
      this.#under?.log?.write(batch.map(({ text }) => text).join(""));
    };
    const following = new Redialling();
    while (!signal.aborted) {
      following.opened();
      await followLog(log, this.#upload.clock, signal, take).catch((error: unknown) =>
        this.#upload.log("warn", "log broke off, following it again", { error }),
      );
      await delay(backoffMs(following.broken(), LOG_RETRY_MS, LOG_RETRY_CAP_MS), signal).catch(() => undefined);
    }
  }
}
