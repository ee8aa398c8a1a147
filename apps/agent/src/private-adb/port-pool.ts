import type { Socket } from "node:net";
import type { ListenOn } from "./forwards.ts";

/** As many forwards as a test harness ever holds at once. */
const SIZE = 8;

/**
 * Ports of an isolated network, opened before its scripts start because nobody can open one in there later. `adb forward
 * tcp:0 …` takes one of them; a number of the script's own choice cannot be had.
 */
export class PortPool {
  /** For the workplace: what to open, by name. */
  readonly handlers: Readonly<Record<string, (socket: Socket) => void>>;
  readonly #taken = new Map<string, (socket: Socket) => void>();
  #numbers: Readonly<Record<string, number>> = {};

  constructor() {
    const names = Array.from({ length: SIZE }, (_, index) => `forward_${index}`);
    this.handlers = Object.fromEntries(
      names.map((name) => [name, (socket: Socket) => (this.#taken.get(name) ?? ((dead) => dead.destroy()))(socket)]),
    );
  }

  /** The numbers that the workplace gave the ports. */
  opened(numbers: Readonly<Record<string, number>>): void {
    this.#numbers = numbers;
  }

  readonly listenOn: ListenOn = (port, onConnection) => {
    const free = Object.keys(this.handlers).filter((name) => !this.#taken.has(name));
    const name = port === 0 ? free[0] : free.find((each) => this.#numbers[each] === port);
    if (name === undefined)
      return Promise.reject(new Error(port === 0 ? "no more ports" : "ask for tcp:0, which takes a port of this run"));
    this.#taken.set(name, onConnection);
    return Promise.resolve({ port: this.#numbers[name]!, close: () => void this.#taken.delete(name) });
  };
}
