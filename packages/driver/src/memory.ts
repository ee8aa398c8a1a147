import type { Said } from "@udt/base";

/** A process of an app that runs. */
export interface AppProcess {
  pid: number;
  /** Of an app's main process its package, of others with `:name` behind. */
  name: string;
  /** Its app is on the screen. */
  is_in_front: boolean;
}

/** A file of a sample, or what there is to know of it: why one that was wanted is not among them, say. */
export type MemoryPart = { file_name: string; content: AsyncIterable<Uint8Array> } | { note: Said };

/** What the memory of an app's process is, as files of the platform's own tools. */
export interface MemoryCapability {
  /** The one on the screen first. */
  processes(signal: AbortSignal): Promise<AppProcess[]>;
  /**
   * The files of one moment, each of which is read before the next is asked for. Rejects with `memory_process_gone` where the
   * process is not there, or ended meanwhile. What it puts on the device it takes away again, however it ends.
   * @param wish.heap with what lies in the app's own heap, which stops it while that is written down
   */
  sample(
    process: Pick<AppProcess, "pid" | "name">,
    wish: { heap: boolean },
    signal: AbortSignal,
  ): AsyncGenerator<MemoryPart, void, void>;
}
