import type { AgentScripts } from "@udt/contract";
import { messageOf, type Logger } from "../logger.ts";
import { findEngine } from "./container-engine.ts";
import { detectIsolation } from "./isolation.ts";

export interface ScriptsWatchOptions {
  /** Told when it is found out first, and each time that it is another than before. */
  onChange: (scripts: AgentScripts) => void;
  log: Logger;
  /** Pause between two looks; tests make it short. */
  everyMs?: number;
}

const EVERY_MS = 60_000;

/**
 * Keeps what the server is told of how scripts run here. The container engine is asked again now and then, and when a run
 * could not use it: one that is installed, updated or dies shows without a restart of the agent.
 */
export class ScriptsWatch {
  readonly #options: ScriptsWatchOptions;
  readonly #stopping = new AbortController();
  #latest: AgentScripts | undefined;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();

  constructor(options: ScriptsWatchOptions) {
    this.#options = options;
    this.look();
  }

  /** Undefined until it has been found out. */
  get latest(): AgentScripts | undefined {
    return this.#latest;
  }

  /** Has it asked again now; what another look under way finds may be older than what the caller has seen. */
  look(): void {
    this.#looking = this.#looking.then(() => this.#look());
  }

  /** Resolves when nothing of it is left. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error("agent stops"));
    await this.#looking;
    clearTimeout(this.#timer);
  }

  async #look(): Promise<void> {
    const { onChange, log, everyMs = EVERY_MS } = this.#options;
    const { signal } = this.#stopping;
    clearTimeout(this.#timer);
    if (signal.aborted) return;
    try {
      const found = await scriptsHere(signal);
      signal.throwIfAborted();
      if (JSON.stringify(found) !== JSON.stringify(this.#latest)) {
        this.#latest = found;
        onChange(found);
      }
    } catch (error) {
      if (!signal.aborted) log("error", "how scripts run here cannot be found out", { error: messageOf(error) });
    }
    if (!signal.aborted) this.#timer = setTimeout(() => this.look(), everyMs).unref();
  }
}

async function scriptsHere(signal: AbortSignal): Promise<AgentScripts> {
  const { mode, reason } = await detectIsolation();
  const { engine, faulty } = await findEngine(undefined, signal);
  return {
    isolation: mode === "none" ? "none" : "namespaces",
    isolation_reason: reason,
    engine: engine && { name: engine.name, version: engine.version.slice(0, 100) },
    engine_faults: faulty,
  };
}
