import { createStore, type Store } from "../../../lib/streams/store.ts";
import { accountTexts } from "./account-marks.ts";
import { hasRoomFor } from "./pictures.ts";
import { EMPTY, fromJson, STEPS_MAX, toJson, type Action, type Script, type Step, type StepPicture } from "./steps.ts";

/** Where a page keeps what must outlive its reload. */
export interface Keeps {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** The steps of one session's script: what follows on what is joined here, and each change is kept. */
export class ScriptKeeper {
  readonly script: Store<Script>;
  #nextId: number;

  constructor(keeps: Keeps, key: string) {
    const kept = fromJson(keeps.getItem(key));
    this.script = createStore(kept);
    this.#nextId = 1 + Math.max(0, ...kept.steps.map(({ step_id }) => step_id));
    this.script.subscribe(() => keeps.setItem(key, toJson(this.script.get())));
  }

  /** What was typed for the run's account. */
  get accountTexts(): string[] {
    return accountTexts(this.script.get().steps).map(({ text }) => text);
  }

  /** @returns The step that tells of it: a new one, or the last where it goes on in that. */
  add(action: Action): number {
    const { steps } = this.script.get();
    const last = steps.at(-1);
    const joined = last && joinedTo(last.action, action);
    if (last && joined !== undefined) {
      if (joined === "nothing") this.remove(last.step_id);
      else this.replace(last.step_id, joined);
      return last.step_id;
    }
    if (steps.length >= STEPS_MAX) {
      this.leftOut();
      return -1;
    }
    const step_id = this.#nextId++;
    this.script.update((script) => ({ ...script, steps: [...steps, { step_id, note: "", rest_ms: 0, action }] }));
    return step_id;
  }

  replace(step_id: number, action: Action): void {
    this.#change(step_id, { action });
  }

  /** What a step touched looked like so, where that is still there and the script has room. */
  pictured(step_id: number, picture: StepPicture): void {
    const { steps } = this.script.get();
    const action = steps.find((step) => step.step_id === step_id)?.action;
    if ((action?.kind === "tap" || action?.kind === "hold") && hasRoomFor(steps, picture.png))
      this.replace(step_id, { ...action, picture });
  }

  /** `ms` after the step the screen had come to rest. */
  rested(step_id: number, ms: number): void {
    this.#change(step_id, { rest_ms: Math.round(ms) });
  }

  rename(step_id: number, note: string): void {
    this.#change(step_id, { note });
  }

  remove(step_id: number): void {
    this.script.update((script) => ({ ...script, steps: script.steps.filter((step) => step.step_id !== step_id) }));
  }

  clear(): void {
    this.script.set(EMPTY);
  }

  leftOut(): void {
    this.script.update((script) => ({ ...script, left_out: script.left_out + 1 }));
  }

  isLast(step_id: number): boolean {
    return this.script.get().steps.at(-1)?.step_id === step_id;
  }

  #change(step_id: number, change: Partial<Step>): void {
    this.script.update((script) => ({
      ...script,
      steps: script.steps.map((step) => (step.step_id === step_id ? { ...step, ...change } : step)),
    }));
  }
}

/** Both as one; undefined where they stay two, and nothing where the second undoes the first. */
function joinedTo(last: Action, next: Action): Action | "nothing" | undefined {
  if (last.kind === "text" && next.kind === "text")
    return last.field === next.field && last.is_unsure === next.is_unsure
      ? { ...last, text: last.text + next.text }
      : undefined;
  if (next.kind !== "key") return undefined;
  // What was just typed and taken back was never meant.
  if (last.kind === "text" && next.key === "Backspace" && next.modifiers.length === 0) {
    const text = [...new Intl.Segmenter().segment(last.text)].slice(0, -1).map(({ segment }) => segment);
    return text.length === 0 ? "nothing" : { ...last, text: text.join("") };
  }
  const isSame = last.kind === "key" && last.key === next.key && last.modifiers.join() === next.modifiers.join();
  return isSame ? { ...last, times: last.times + next.times } : undefined;
}
