/** Another server on a test's database, which can be killed as the machine's failing would. */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import type { TestServer } from "./harness.ts";

const CHILD = fileURLToPath(new URL("./server-child.ts", import.meta.url));

export class ServerProcess {
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
  }

  static async beside(udt: TestServer): Promise<ServerProcess> {
    const child = fork(CHILD, {
      // The test runner's own are none of a server's.
      execArgv: [],
      env: {
        PATH: process.env["PATH"],
        SERVER: JSON.stringify({ settings: { ...udt.settings, port: 0 }, now: udt.clock.now() }),
      },
    });
    const [url] = (await Promise.race([
      once(child, "message"),
      once(child, "exit").then(() => expect.fail("the other server did not start")),
    ])) as [string];
    return new ServerProcess(child, url);
  }

  /** Moves its clock on, which is not the test's. */
  async turn(ms: number): Promise<void> {
    const turned = once(this.#child, "message");
    this.#child.send(ms);
    await turned;
  }

  /** It has no time for a last word. */
  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await exited;
  }
}
