import { Emitter } from "@udt/base";
import type { Peer } from "./peer.ts";

/** The direct paths of a session, by the names that their browsers gave them. */
export class DirectPaths {
  /** One opened, or is over. */
  readonly changed = new Emitter<void>();
  readonly #peers = new Map<string, Peer>();

  /** False where the name is taken. */
  add(path: string, peer: Peer): boolean {
    if (this.#peers.has(path)) return false;
    this.#peers.set(path, peer);
    peer.changed.on(() => this.changed.emit());
    return true;
  }

  remove(path: string): void {
    this.#peers.delete(path);
  }

  /** The one of this name while it stands. */
  open(path: string | null): Peer | undefined {
    const peer = path === null ? undefined : this.#peers.get(path);
    return peer?.isOpen ? peer : undefined;
  }
}
