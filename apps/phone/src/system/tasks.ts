import { Emitter } from "@udt/base";

/** A command that runs in the phone's shell, as `ps` shows it and `kill` ends it. */
export interface PhoneTask {
  readonly pid: number;
  readonly ppid: number;
  /** `ps` shows its first word as the name. */
  readonly words: readonly string[];
  readonly startedAtMs: number;
  /** Ends it as a Unix signal of that number does. */
  signal(number: number): void;
}

const FIRST_PID = 20_000;
const LAST_PID = 32_767;

/** The commands that run in a phone. */
export class TaskTable {
  readonly changed = new Emitter<void>();
  readonly #tasks = new Map<number, PhoneTask>();
  #nextPid = FIRST_PID;

  list(): PhoneTask[] {
    return [...this.#tasks.values()];
  }

  find(pid: number): PhoneTask | undefined {
    return this.#tasks.get(pid);
  }

  /** A number that no task has. */
  allocate(): number {
    do this.#nextPid = this.#nextPid >= LAST_PID ? FIRST_PID : this.#nextPid + 1;
    while (this.#tasks.has(this.#nextPid));
    return this.#nextPid;
  }

  add(task: PhoneTask): void {
    this.#tasks.set(task.pid, task);
    this.changed.emit();
  }

  remove({ pid }: PhoneTask): void {
    this.#tasks.delete(pid);
    this.changed.emit();
  }
}
