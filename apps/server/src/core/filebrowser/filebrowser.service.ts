import type { Readable } from "node:stream";
import { type FileEntry, type FilesToAgent, LIMITS, UdtError } from "@udt/contract";
import type { ServerClock } from "../../platform/clock.ts";
import type { TestsService } from "../sessions/tests.service.ts";
import type { OwnOf, StreamsService } from "../streams/streams.service.ts";
import { FilesTalk, type OpenFile } from "./files-talk.ts";

/** Whose device, and for whom. */
export type FilesOf = OwnOf;

/** Files on the device of a running test, by a stream for each call. All of it counts as the user's activity. */
export class FilebrowserService {
  readonly #streams: StreamsService;
  readonly #tests: TestsService;
  readonly #clock: ServerClock;
  constructor(streams: StreamsService, tests: TestsService, clock: ServerClock) {
    this.#streams = streams;
    this.#tests = tests;
    this.#clock = clock;
  }

  async list(of: FilesOf, path: string): Promise<{ path: string; list: FileEntry[]; left_out: number }> {
    return this.#talking(of, { type: "list", path }, async (talk) => {
      const list: FileEntry[] = [];
      let left_out = 0;
      for (;;) {
        const message = await talk.next("entries", "done");
        if (message.type === "done") return { path, list, left_out };
        const taken = message.entries.slice(0, LIMITS.file_list_max - list.length);
        list.push(...taken);
        left_out += message.entries.length - taken.length;
      }
    });
  }

  /** A file, or a folder as an archive. @param max_bytes no more of a file than so many */
  async read(of: FilesOf, path: string, max_bytes: number | null): Promise<OpenFile> {
    try {
      return await this.#open(of, { type: "read", path, max_bytes });
    } catch (error) {
      // The beginning of an archive is none.
      if (!(error instanceof UdtError && error.code === "file_is_folder") || max_bytes !== null) throw error;
      return this.#open(of, { type: "archive", path });
    }
  }

  /** The file is under its name once all of it is on the device; when the body breaks off nothing of it stays. */
  async write(of: FilesOf, path: string, replace: boolean, body: Readable | undefined): Promise<FileEntry> {
    return this.#talking(of, { type: "write", path, replace }, async (talk) => {
      await talk.next("ready");
      if (body) await sendAll(body, talk);
      talk.ask({ type: "written" });
      const { entry } = await talk.next("done");
      if (!entry) throw new UdtError("device_command_failed");
      return entry;
    });
  }

  async #open(of: FilesOf, asked: Extract<FilesToAgent, { type: "read" | "archive" }>): Promise<OpenFile> {
    const talk = await this.#ask(of, asked);
    try {
      return await talk.found();
    } catch (error) {
      talk.close();
      throw error;
    }
  }

  async #talking<T>(of: FilesOf, asked: FilesToAgent, use: (talk: FilesTalk) => Promise<T>): Promise<T> {
    const talk = await this.#ask(of, asked);
    try {
      return await use(talk);
    } finally {
      talk.close();
    }
  }

  async #ask(of: FilesOf, asked: FilesToAgent): Promise<FilesTalk> {
    const { test_id } = of;
    this.#tests.touch(test_id);
    const socket = await this.#streams.openOwn(of, "files");
    const talk = new FilesTalk(socket, this.#clock, (count) => {
      this.#streams.passed.emit({ stream: "files", bytes: count });
      this.#tests.touch(test_id);
    });
    talk.ask(asked);
    return talk;
  }
}

/** The sender may stall, and hears all the same that the device has refused or is gone. */
async function sendAll(body: Readable, talk: FilesTalk): Promise<void> {
  const parts = body.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer, void>;
  for (;;) {
    const next = await talk.meanwhile(parts.next());
    if (next.done) return;
    await talk.send(next.value);
  }
}
