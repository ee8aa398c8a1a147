import type { PhoneException, PhoneSystem } from "../types.ts";
import type { AppContext, UiEnvironment } from "./app.ts";
import type { Focus } from "./focus.ts";
import type { AnimationStep, FrameLoop } from "./frame-loop.ts";

export interface AppContextsEnvironment {
  system: PhoneSystem;
  loop: FrameLoop;
  focus: Focus;
  environment(): UiEnvironment;
  /** The app is in front and the screen is on. */
  isResumed(packageName: string): boolean;
  /** What the app shows is another thing now. */
  changed(): void;
  toast(text: string): void;
  start(packageName: string): void;
  finish(): void;
  crash(packageName: string, exception: PhoneException): void;
  resetScroll(id: string): void;
}

/** Makes each app its context and keeps each package's data until it is cleared. */
export class AppContexts {
  readonly #host: AppContextsEnvironment;
  readonly #storages = new Map<string, Map<string, string>>();

  constructor(host: AppContextsEnvironment) {
    this.#host = host;
  }

  clear(packageName: string): void {
    this.#storages.delete(packageName);
  }

  create(packageName: string, pid: number): AppContext {
    const host = this.#host;
    let storage = this.#storages.get(packageName);
    if (storage === undefined) this.#storages.set(packageName, (storage = new Map()));
    const gated = new Map<AnimationStep, AnimationStep>();
    const gate = (step: AnimationStep): AnimationStep => {
      let known = gated.get(step);
      if (known === undefined) {
        known = (elapsedMs) => host.isResumed(packageName) && step(elapsedMs);
        gated.set(step, known);
      }
      return known;
    };
    return {
      packageName,
      pid,
      system: host.system,
      get environment() {
        return host.environment();
      },
      storage,
      invalidate: () => host.changed(),
      animate: (step) => host.loop.animate(gate(step)),
      log: (level, tag, message) => host.system.log.write(level, tag, message, pid),
      work: (ms) => host.system.usage.worked(packageName, ms),
      hold: (name, holding) => host.system.usage.held(packageName, name, holding),
      fetch: (bytes) => host.system.usage.moved(packageName, bytes),
      sound: (...tones) => host.system.sounds.play(tones),
      toast: (text) => host.toast(text),
      start: (other) => host.start(other),
      finish: () => host.finish(),
      crash: (exception) => host.crash(packageName, exception),
      focus: (field) => {
        host.focus.field = field;
        host.focus.key = undefined;
        host.loop.request();
      },
      resetScroll: (id) => host.resetScroll(id),
    };
  }
}
