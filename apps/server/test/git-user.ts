/** Somebody at their own computer, with the system's git and nothing of this machine's settings. */
import { execFile } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { quickFolder } from "./quick-folder.ts";

export interface Done {
  code: number;
  /** What it printed, answers and complaints. */
  said: string;
}

export class GitUser {
  readonly folder: string;
  readonly #name: string;
  private constructor(folder: string, name: string) {
    this.folder = folder;
    this.#name = name;
  }

  static async start(name = "Anna"): Promise<GitUser> {
    return new GitUser(await quickFolder("udt-git-user-"), name);
  }

  dispose = (): Promise<void> => rm(this.folder, { recursive: true, force: true });

  /** Runs git in a folder of theirs. */
  run(place: string, ...words: string[]): Promise<Done> {
    const env = {
      PATH: process.env["PATH"],
      HOME: this.folder,
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_TERMINAL_PROMPT: "0",
      GIT_ASKPASS: "/bin/true",
      GIT_AUTHOR_NAME: this.#name,
      GIT_AUTHOR_EMAIL: `${this.#name}@example.com`,
      GIT_COMMITTER_NAME: this.#name,
      GIT_COMMITTER_EMAIL: `${this.#name}@example.com`,
    };
    return new Promise((resolve) => {
      const options = { cwd: join(this.folder, place), env, maxBuffer: 64 * 1024 ** 2 };
      execFile("git", words, options, (error, out, complaints) =>
        resolve({ code: error ? Number(error.code) : 0, said: `${out}${complaints}` }),
      );
    });
  }

  /** The same, which must go well. Answers what it printed. */
  async ok(place: string, ...words: string[]): Promise<string> {
    const done = await this.run(place, ...words);
    expect(done.code, done.said).toBe(0);
    return done.said.trim();
  }

  clone = (url: string, place: string): Promise<string> => this.ok(".", "clone", "--quiet", url, place);

  /** Commits these files on the branch that is checked out. Answers the commit. */
  async commit(place: string, files: Readonly<Record<string, string | Buffer>>, message = "Change"): Promise<string> {
    for (const [path, content] of Object.entries(files)) {
      const file = join(this.folder, place, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    }
    await this.ok(place, "add", "--all");
    await this.ok(place, "commit", "--quiet", "--message", message);
    return this.ok(place, "rev-parse", "HEAD");
  }
}
