import { type Said, SaidError, saidOf, say, storable } from "@udt/base";
import {
  type CallStep,
  type Condition,
  fillAll,
  type IfStep,
  type LeafStep,
  locatorText,
  LOW_CODE_LIMITS,
  type LoopStep,
  type LowCode,
  type OneCase,
  type Path,
  type Scope,
  type Step,
  textsOf,
} from "@udt/low-code";
import { LIMITS } from "@udt/contract";
import type { CaseStep } from "../runner.ts";
import type { ScreenPart } from "../../screen/device-hand.ts";
import type { AccountValues } from "./account-values.ts";
import { doStep, type StepMarks, type StepTools } from "./do-step.ts";
import { type Instead, StepFault } from "./screen-look.ts";

/** What a case failed for, and the line of the step. */
export interface CaseFailure {
  said: Said;
  line: number;
}

/** Values, and the same as people may be shown them: an account's have none. */
interface Values {
  real: Scope;
  shown: Scope;
}

/** Where steps are carried out: their place in the file, what their variables say, and what is around them. */
interface Place {
  path: Path;
  values: Values;
  around: string;
}

export interface PlayRoom {
  tools: StepTools;
  lowCode: LowCode;
  /** Of the run's account, by `account.` and the field's name. */
  account: Scope;
  /** Told of each step before it is carried out, and waited for. */
  before(path: Path): Promise<void>;
  onStep(step: CaseStep): void;
}

/** What changes nothing on the screen. */
const LOOKS: ReadonlySet<LeafStep["action"]> = new Set(["wait", "assert", "memory"]);

/** Ends all steps that are under way. */
class Stopped extends Error {
  readonly failure: CaseFailure;

  constructor(failure: CaseFailure) {
    super();
    this.failure = failure;
  }
}

/** Carries out one case, step after step. */
export class CasePlay {
  readonly #room: PlayRoom;
  #done = 0;
  /** The first failure that did not stop the case. */
  #failure: CaseFailure | null = null;

  constructor(room: PlayRoom) {
    this.#room = room;
  }

  /** Resolves with why it failed, or null. Rejects with the signal's reason alone. */
  async play({ steps, scope, path, first }: OneCase): Promise<CaseFailure | null> {
    const { account, tools } = this.#room;
    const run = new Map(tools.app === "" ? [] : [["app", tools.app]]);
    const values = { real: new Map([...account, ...run, ...scope]), shown: new Map([...run, ...scope]) };
    try {
      await this.#steps(steps, { path, values, around: "" }, first);
      return this.#failure;
    } catch (error) {
      tools.signal.throwIfAborted();
      if (error instanceof Stopped) return this.#failure ?? error.failure;
      throw error;
    }
  }

  /** @param first where in their list they begin */
  async #steps(steps: readonly Step[], place: Place, first = 0): Promise<void> {
    for (const [at, step] of steps.entries()) await this.#step(step, { ...place, path: [...place.path, first + at] });
  }

  async #step(step: Step, place: Place): Promise<void> {
    if (step.disabled === true) return this.#skip(step, place);
    const { tools, lowCode, before } = this.#room;
    try {
      await before(place.path);
      if (++this.#done > LOW_CODE_LIMITS.done_max)
        throw new StepFault(say("low_code_many_done", { most: LOW_CODE_LIMITS.done_max }));
      if (step.action === "if") await this.#branch(step, place);
      else if (step.action === "loop") await this.#loop(step, place);
      else if (step.action === "call") await this.#call(step, place);
      else await this.#leaf(step, place);
    } catch (error) {
      tools.signal.throwIfAborted();
      const failure =
        error instanceof Stopped
          ? error.failure
          : {
              said: tools.secrets.hideInSaid(saidOf(error, (raw) => say("device_refused", {}, raw))),
              line: lowCode.lineOf(place.path),
            };
      // More steps than are done is nothing to go on after.
      const mayGoOn = this.#done <= LOW_CODE_LIMITS.done_max && step.on_failure !== undefined;
      if (!mayGoOn || step.on_failure === "stop") throw new Stopped(failure);
      if (step.on_failure === "go_on") this.#failure ??= failure;
    }
  }

  /** Tells of a step that is disabled, in the place of carrying it out. */
  #skip(step: Step, { values, around }: Place): void {
    const shown = fillAll(step, values.shown, asNamed);
    const now = Date.now();
    const name = cut(`${around}${shown.name ?? nameOf(shown)}`, 300);
    this.#room.onStep({ name, started_at: now, ended_at: now, ok: true, is_skipped: true, screenshot: "" });
  }

  async #leaf(step: LeafStep, { path, values, around }: Place): Promise<void> {
    const { tools, onStep } = this.#room;
    const { pictures } = tools;
    const shown = fillAll(step, values.shown, asNamed);
    const started_at = Date.now();
    const marks: StepMarks = {};
    pictures.begin();
    const tell = async (ok: boolean, instead?: Instead): Promise<void> => {
      const ended_at = Date.now();
      const screenshot = await pictures.after(!ok || !LOOKS.has(step.action));
      const locator = marks.found?.shown ?? ("locator" in shown ? shown.locator : undefined);
      onStep({
        name: cut(`${around}${shown.name ?? nameOf(shown)}`, 300),
        started_at,
        ended_at,
        ok,
        screenshot,
        ...(pictures.before !== "" && { screenshot_before: pictures.before }),
        ...marksOf(marks, instead),
        ...(locator && { locator: cut(locatorText(locator), LIMITS.step_locator_max) }),
        ...(instead && insteadOf(instead, path, tools.secrets)),
      });
    };
    try {
      const real = fillAll(step, values.real, noValue);
      await doStep({ step: real, shown }, tools, marks);
      await tell(true);
    } catch (error) {
      tools.signal.throwIfAborted();
      await tell(false, error instanceof StepFault ? error.instead : undefined);
      throw error;
    }
  }

  async #branch(step: IfStep, place: Place): Promise<void> {
    const holds = await this.#holds(step.condition, place.values);
    const way = holds ? "steps" : "else";
    await this.#steps(step[way] ?? [], { ...place, path: [...place.path, way] });
  }

  async #holds(condition: Condition, values: Values): Promise<boolean> {
    const { look } = this.#room.tools;
    const { locator, gone = false, within = 0, value, equals } = fillAll(condition, values.real, noValue);
    if (!locator || !condition.locator) return value === equals;
    const wanted = { locators: [locator], shown: [fillAll(condition.locator, values.shown, asNamed)] };
    const holds = await look.until(within, async (seen) => {
      const isThere = (await look.findIn(seen, wanted)) !== undefined;
      return isThere !== gone ? true : undefined;
    });
    return holds ?? false;
  }

  async #loop(step: LoopStep, place: Place): Promise<void> {
    const rounds = step.each?.length ?? step.times ?? step.most ?? 0;
    const name = step.name ?? step.id;
    for (let round = 0; round < rounds; round++) {
      if (step.while && !(await this.#holds(step.while, place.values))) return;
      const each = step.each?.[round];
      const values =
        step.as !== undefined && each !== undefined ? withValues(place.values, { [step.as]: each }) : place.values;
      const around = `${place.around}${name} ${round + 1} › `;
      await this.#steps(step.steps, { path: [...place.path, "steps"], values, around });
    }
    if (step.while && (await this.#holds(step.while, place.values)))
      throw new StepFault(say("low_code_loop_over", { most: rounds }));
  }

  async #call({ block, with: given = {}, name }: CallStep, { values, around }: Place): Promise<void> {
    const { file } = this.#room.lowCode;
    const called = file.blocks?.[block];
    if (!called) throw new StepFault(say("low_code_no_block", { line: 1, block }));
    // A block knows the file's variables and its parameters, and none of its caller's.
    const shared = new Map(textsOf(file.variables));
    const ofRun = (scope: Scope) => [...scope].filter(([key]) => key === "app" || key.startsWith("account."));
    const base = {
      real: new Map([...ofRun(values.real), ...shared]),
      shown: new Map([...ofRun(values.shown), ...shared]),
    };
    const passed = withValues(values, given, base);
    await this.#steps(called.steps, {
      path: ["blocks", block, "steps"],
      values: passed,
      around: `${around}${name ?? block} › `,
    });
  }
}

/** These values beside those that are there, whatever variables they name filled with what `values` says. */
function withValues(
  values: Values,
  given: Readonly<Record<string, string | number | boolean>>,
  base: Values = values,
): Values {
  const texts = Object.fromEntries(textsOf(given));
  const real = Object.entries(fillAll(texts, values.real, noValue));
  const shown = Object.entries(fillAll(texts, values.shown, asNamed));
  return { real: new Map([...base.real, ...real]), shown: new Map([...base.shown, ...shown]) };
}

function noValue(name: string): never {
  throw new SaidError(say("low_code_no_value", { name }));
}

/** What people are shown in the place of a value that they are not to see. */
const asNamed = (name: string): string => `\${${name}}`;

const cut = (text: string, most: number): string => storable(text.slice(0, most));

/** What a step's report says of what may be meant, and of where in the file that is to be written. */
function insteadOf(
  { which, list }: Instead,
  path: Path,
  secrets: AccountValues,
): Pick<CaseStep, "candidates" | "candidate_locators"> {
  if (list.length === 0) return {};
  const at = which === 0 ? [...path, "locator"] : [...path, "fallback", which - 1];
  // A locator with a value of the account would write it into the file, and means nothing with another account.
  const mending = list.filter(({ locator }) => !secrets.isIn(locator));
  return {
    candidates: list.map(({ element }) => element),
    ...(mending.length > 0 && { candidate_locators: { at, list: mending } }),
  };
}

/** Where it touched the screen, and what found its element, as its report has them. */
function marksOf(
  { touched, found, note }: StepMarks,
  instead: Instead | undefined,
): Pick<CaseStep, "touched" | "found_by" | "picture_places" | "note"> {
  const sight = found?.sight;
  const places = sight ? [sight] : (instead?.places ?? []);
  return {
    ...(touched && { touched: { from: inside(touched.from), to: inside(touched.to) } }),
    ...(found && { found_by: { by: found.shown.by, fallback: found.which, ...(sight && { score: sight.score }) } }),
    ...(note && { note }),
    ...(places.length > 0 && { picture_places: places.slice(0, 5) }),
  };
}

/** An element may reach beyond the screen, and a part of it lie there. */
const inside = ({ x, y }: ScreenPart): ScreenPart => ({
  x: Math.min(1, Math.max(0, x)),
  y: Math.min(1, Math.max(0, y)),
});

/** What a step does, in the file's own words. */
function nameOf(step: Step): string {
  const { action } = step;
  if (action === "call") return `${action} ${step.block}`;
  if (action === "if" || action === "loop") return `${action} ${step.id}`;
  if (action === "key") return `${action} ${step.key}`;
  if (action === "script") return `${action} ${step.file}`;
  if (action === "memory") return `${action} ${step.scene}`;
  if (action === "start_app") return [action, step.package].filter(Boolean).join(" ");
  if (!("locator" in step) || !step.locator) return action;
  return `${action} ${locatorText(step.locator)}`;
}
