import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";

/** Anna at her own computer, with the system's git and an API key of the account that she uses. */
export class OwnGit {
  readonly folder = mkdtempSync(join(tmpdir(), "udt-git-"));
  readonly #key: string;
  private constructor(key: string) {
    this.#key = key;
  }

  /** @param password Of whoever the client is signed in as */
  static async start(client: Client, password: string): Promise<OwnGit> {
    const body = { name: "git", access: "write", password } as const;
    const { secret_id, secret_key } = await client.call(ENDPOINTS.keyCreate, { body });
    return new OwnGit(`${secret_id}:${secret_key}`);
  }

  dispose = (): void => rmSync(this.folder, { recursive: true, force: true });

  /** Runs git in a clone. Answers what it prints. */
  run = (place: string, ...words: string[]): string =>
    execFileSync("git", words, {
      cwd: join(this.folder, place),
      encoding: "utf8",
      env: {
        PATH: process.env["PATH"],
        HOME: this.folder,
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_TERMINAL_PROMPT: "0",
        GIT_AUTHOR_NAME: "Anna",
        GIT_AUTHOR_EMAIL: "anna@example.com",
        GIT_COMMITTER_NAME: "Anna",
        GIT_COMMITTER_EMAIL: "anna@example.com",
      },
    });

  clone(url: string, place: string): void {
    const credential = this.#key.split(":").map(encodeURIComponent).join(":");
    this.run(".", "clone", "--quiet", url.replace("://", `://${credential}@`), place);
  }

  /** Commits files to a clone, and pushes them. */
  push(place: string, files: Readonly<Record<string, string>>, message: string): void {
    for (const [path, text] of Object.entries(files)) writeFileSync(join(this.folder, place, path), text);
    this.run(place, "add", "--all");
    this.run(place, "commit", "--quiet", "--message", message);
    this.run(place, "push", "--quiet");
  }
}
