import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readMemorySample } from "../read-sample.ts";
import type { MemorySample } from "../sample.ts";

/** Texts as files of a folder that is gone with this. */
export class SampleFiles implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), "udt-memory-"));
  #made = 0;

  /** @returns the file's path */
  add(content: string | Uint8Array, name = `${this.#made}.txt`): string {
    this.#made += 1;
    const path = join(this.folder, name);
    writeFileSync(path, content);
    return path;
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The sample of these texts. */
export async function sampleOf(...texts: (string | Uint8Array)[]): Promise<MemorySample> {
  using files = new SampleFiles();
  return await readMemorySample(texts.map((text) => files.add(text)));
}
