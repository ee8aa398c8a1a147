import type { InstallOptions } from "./packages.ts";

/** One `pm install-create` until its commit: the options, and the APKs written to it so far. */
export interface InstallSession {
  id: number;
  options: InstallOptions;
  /** Chunks of each APK by split name. */
  apks: Map<string, Uint8Array[]>;
}

const MAX_SESSIONS = 50;

/** Install sessions that were opened and neither committed nor abandoned. */
export class InstallSessions {
  readonly #sessions = new Map<number, InstallSession>();
  #nextId = 1_000_000_001;

  /** Undefined when too many are open. */
  create(options: InstallOptions): InstallSession | undefined {
    if (this.#sessions.size >= MAX_SESSIONS) return undefined;
    const session = { id: this.#nextId++, options, apks: new Map<string, Uint8Array[]>() };
    this.#sessions.set(session.id, session);
    return session;
  }

  find(id: number): InstallSession | undefined {
    return this.#sessions.get(id);
  }

  remove(id: number): boolean {
    return this.#sessions.delete(id);
  }
}
