import { closeAll, type Closer } from "../platform/closers.ts";
import type { Routes } from "../platform/http/routes.ts";
import type { Sockets } from "../platform/http/sockets.ts";

/** Where the parts of a server answer. */
export interface Mounts {
  routes: Routes;
  sockets: Sockets;
}

/** A part of a server that runs: what others ask of it, what it answers, and how it ends. */
export interface Part<Service> {
  service: Service;
  mount?(to: Mounts): void;
  close?: Closer;
}

/** The parts of a server in the order in which they started; they end in the reverse of it. */
export class Parts {
  readonly #closers: Closer[] = [];
  readonly #mounts: ((to: Mounts) => void)[] = [];

  add<Service>({ service, mount, close }: Part<Service>): Service {
    if (mount) this.#mounts.push(mount);
    if (close) this.#closers.push(close);
    return service;
  }

  mount(to: Mounts): void {
    for (const mount of this.#mounts) mount(to);
  }

  /** @param onLate Told of a part that does not end. */
  close(onLate: (error: Error) => void): Promise<void> {
    return closeAll(this.#closers, onLate);
  }
}
