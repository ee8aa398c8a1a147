import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";

/** A helper in a process of its own, so that its work does not count as the measured one's. */
export class HelperProcess<To extends { type: string }, From extends { type: string }> {
  readonly #child: ChildProcess;

  constructor(entry: URL) {
    this.#child = fork(entry, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  }

  get pid(): number {
    if (this.#child.pid === undefined) throw new Error("the helper did not start");
    return this.#child.pid;
  }

  /** Sends `message`, if any, and resolves with the next answer of `type`; rejects when the helper ends first. */
  ask<T extends From["type"]>(type: T, message?: To): Promise<Extract<From, { type: T }>> {
    const { promise, resolve, reject } = Promise.withResolvers<Extract<From, { type: T }>>();
    const onMessage = (answer: From) => {
      if (answer.type === type) resolve(answer as Extract<From, { type: T }>);
    };
    const onExit = () => reject(new Error(`a helper process ended before ${type}`));
    this.#child.on("message", onMessage);
    this.#child.on("exit", onExit);
    if (message) this.tell(message);
    return promise.finally(() => {
      this.#child.off("message", onMessage);
      this.#child.off("exit", onExit);
    });
  }

  tell(message: To): void {
    this.#child.send(message);
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, "exit");
    this.#child.kill();
    await ended;
  }
}
