import { LIMITS, type AgentLogLine } from "@udt/contract";
import { plainFacts, type Logger } from "./logger.ts";

/** What one message takes, with room for what stands around the lines. */
const ANSWER_MAX_BYTES = LIMITS.control_message_max_bytes - 4096;
const GONE = "[secret]";
/** A name and password before an address's host: `https://name:word@host`. */
const USER_INFO = /(:\/\/)[^\s/@"']{1,512}@/g;

/** The last lines of a log, for who asks the agent for them: bounded, and without the secrets that are known. */
export class LogTail {
  readonly #secrets: readonly string[];
  readonly #now: () => number;
  readonly #lines: AgentLogLine[] = [];

  /** @param now The server's time, by which everybody reads it. */
  constructor(secrets: readonly string[], now: () => number) {
    this.#secrets = secrets.filter((secret) => secret !== "");
    this.#now = now;
  }

  /** As many of the newest as one message takes, the oldest first. */
  get lines(): AgentLogLine[] {
    let room = ANSWER_MAX_BYTES;
    const from = this.#lines.findLastIndex((line) => (room -= Buffer.byteLength(JSON.stringify(line))) < 0);
    return this.#lines.slice(from + 1);
  }

  /** A logger that writes where `log` does, and here. */
  beside(log: Logger): Logger {
    return (level, message, facts) => {
      log(level, message, facts);
      const about = facts && Object.keys(facts).length > 0 ? ` ${JSON.stringify(plainFacts(facts))}` : "";
      this.#lines.push({ time: Math.round(this.#now()), level, text: this.#told(message + about) });
      if (this.#lines.length > LIMITS.agent_log_lines) this.#lines.shift();
    };
  }

  /** Secrets go before a line is cut, so that no half of one stays. */
  #told(text: string): string {
    const plain = this.#secrets.reduce((told, secret) => told.replaceAll(secret, GONE), text);
    return plain.replaceAll(USER_INFO, `$1${GONE}@`).slice(0, LIMITS.agent_log_line_max);
  }
}
