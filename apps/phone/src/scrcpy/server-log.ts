import type { LogLevel, PhoneLog } from "../types.ts";
import type { ServerOptions } from "./options.ts";

const ORDER = ["verbose", "debug", "info", "warn", "error"] as const;
const LETTERS: Record<ServerOptions["log_level"], LogLevel> = {
  verbose: "V",
  debug: "D",
  info: "I",
  warn: "W",
  error: "E",
};

/** The server's messages: on its output as `[server] INFO: …`, and in the phone's log under the tag `scrcpy`. */
export class ServerLog {
  level: ServerOptions["log_level"] = "info";
  readonly #print: (line: string) => void;
  readonly #log: PhoneLog;

  constructor(print: (line: string) => void, log: PhoneLog) {
    this.#print = print;
    this.#log = log;
  }

  verbose(message: string): void {
    this.#write("verbose", message);
  }
  debug(message: string): void {
    this.#write("debug", message);
  }
  info(message: string): void {
    this.#write("info", message);
  }
  warn(message: string): void {
    this.#write("warn", message);
  }
  error(message: string): void {
    this.#write("error", message);
  }

  #write(level: ServerOptions["log_level"], message: string): void {
    if (ORDER.indexOf(level) < ORDER.indexOf(this.level)) return;
    this.#log.write(LETTERS[level], "scrcpy", message);
    for (const line of `[server] ${level.toUpperCase()}: ${message}`.split("\n")) this.#print(line);
  }
}
