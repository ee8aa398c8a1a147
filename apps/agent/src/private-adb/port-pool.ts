import type { ListenOn } from "@udt/driver";
import type { Socket } from "node:net";

/** As many forwards as a test harness ever holds at once. */
const SIZE = 8;

type OpenPort = (port: number, onConnection: (socket: Socket) => void) => Promise<() => void>;

/**
 * Ports of an isolated network. `adb forward tcp:0 …` takes one of those that were opened before its scripts start, which
 * costs nothing; a number of the script's own choice is opened in there when it is asked for.
 */
export class PortPool {
  /** For the workplace: what to open, by name. */
  readonly handlers: Readonly<Record<string, (socket: Socket) => void>>;
  readonly #taken = new Map<string, (socket: Socket) => void>();
  #numbers: Readonly<Record<string, number>> = {};
  #openPort: OpenPort = () => Promise.reject(new Error("the scripts have no network yet"));

  constructor() {
    const names = Array.from({ length: SIZE }, (_, index) => `forward_${index}`);
    this.handlers = Object.fromEntries(
      names.map((name) => [name, (socket: Socket) => (this.#taken.get(name) ?? ((dead) => dead.destroy()))(socket)]),
    );
  }

  /** The numbers that the workplace gave the ports, and how it opens others. */
  opened({ ports, openPort }: { ports: Readonly<Record<string, number>>; openPort: OpenPort }): void {
    this.#numbers = ports;
    this.#openPort = openPort;
  }

  readonly listenOn: ListenOn = async (port, onConnection) => {
    const free = Object.entries(this.#numbers).filter(([name]) => name in this.handlers && !this.#taken.has(name));
    const found = port === 0 ? free[0] : free.find(([, number]) => number === port);
    if (!found && port === 0) throw new Error("no more ports");
    if (!found) return { port, close: await this.#openPort(port, onConnection) };
    const [name, number] = found;
    this.#taken.set(name, onConnection);
    return { port: number, close: () => void this.#taken.delete(name) };
  };
}
