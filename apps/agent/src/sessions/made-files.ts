/** What people make on a device in a session: cleaning takes it away, wherever it is then. */
export class MadeFiles {
  readonly #paths = new Set<string>();
  readonly #keep: (paths: readonly string[]) => Promise<void>;
  #naming = Promise.resolve<unknown>(undefined);

  /** @param keep writes down what is to be removed, so that it is removed by whoever cleans the device */
  constructor(keep: (paths: readonly string[]) => Promise<void>) {
    this.#keep = keep;
  }

  /** Whoever gives a name looks first whether it is free. They do so one after the other: two would both find it free. */
  naming<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#naming.then(work);
    this.#naming = done.catch(() => undefined);
    return done;
  }

  /** Before anything is there: an agent that dies amid it knows afterwards. */
  async add(...paths: readonly string[]): Promise<void> {
    const added = paths.filter((path) => !this.#paths.has(path));
    for (const path of added) this.#paths.add(path);
    if (added.length > 0) await this.#keep(added);
  }

  /** What was made here, or lies in what is moved, goes with it. What was there before the session stays. */
  async move(from: string, to: string): Promise<void> {
    const moved = [...this.#paths].flatMap((path) => {
      if (path === from || path.startsWith(`${from}/`)) return [to + path.slice(from.length)];
      return from.startsWith(`${path}/`) ? [to] : [];
    });
    await this.add(...moved);
  }
}
