/** What a declaration cannot say: what names what, and that everything comes to an end. */
import { type Said, say } from "@udt/base";
import { type Fault, fieldOf, type Path } from "./fault.ts";
import { LOW_CODE_LIMITS } from "./limits.ts";
import type { Condition, LoopStep, LowCodeFile, Step } from "./schema.ts";
import type { Source } from "./source.ts";
import { isPicturePath, isScriptPath } from "./named-files.ts";
import { isOfRun, usedIn } from "./variables.ts";

type Tell = (path: Path, said: (where: { line: number; field: string }) => Said) => void;

interface Around {
  file: LowCodeFile;
  tell: Tell;
  ids: Set<string>;
  /** How deep it lies within other steps. */
  nesting: number;
  known: ReadonlySet<string>;
}

/** What is wrong in a file that fits the declaration, in the order of the lines. */
export function checkFile(file: LowCodeFile, source: Pick<Source, "lineOf">): Fault[] {
  const faults: Fault[] = [];
  const tell: Tell = (path, said) => {
    // A file may have a million, and each looks for its line.
    if (faults.length >= LOW_CODE_LIMITS.faults_max) return;
    const line = source.lineOf(path);
    faults.push({ said: said({ line, field: fieldOf(path) }), line });
  };
  const shared = Object.keys(file.variables ?? {});
  const around = (names: readonly string[]): Around => ({
    file,
    tell,
    ids: new Set(),
    nesting: 1,
    known: new Set([...shared, ...names]),
  });
  let count = 0;
  for (const [name, { parameters = [], steps }] of Object.entries(file.blocks ?? {}))
    count += checkSteps(steps, ["blocks", name, "steps"], around(parameters));
  for (const [at, { variables, data, steps }] of file.cases.entries()) {
    const [first] = data ?? [];
    const columns = new Set(Object.keys(first ?? {}));
    for (const [row, values] of (data ?? []).entries())
      for (const column of new Set([...columns, ...Object.keys(values)])) {
        const path = ["cases", at, "data", row, column];
        if (!Object.hasOwn(values, column)) tell(path, (where) => say("low_code_missing", where));
        else if (!columns.has(column)) tell(path, (where) => say("low_code_unknown", where));
      }
    const names = [...Object.keys(variables ?? {}), ...columns];
    count += checkSteps(steps, ["cases", at, "steps"], around(names));
  }
  if (count > LOW_CODE_LIMITS.steps_max)
    tell(["cases"], ({ line }) => say("low_code_many_steps", { line, count, most: LOW_CODE_LIMITS.steps_max }));
  checkCalls(file, tell);
  return faults.toSorted((a, b) => a.line - b.line);
}

/** @returns how many there are */
function checkSteps(steps: readonly Step[], path: Path, around: Around): number {
  const { tell, nesting } = around;
  if (nesting > LOW_CODE_LIMITS.nesting_max) {
    tell(path, ({ line }) => say("low_code_nested", { line, most: LOW_CODE_LIMITS.nesting_max }));
    return 0;
  }
  let count = 0;
  for (const [at, step] of steps.entries()) count += checkStep(step, [...path, at], around);
  return count;
}

function checkStep(step: Step, path: Path, around: Around): number {
  const { tell, ids, known } = around;
  if (ids.has(step.id)) tell([...path, "id"], ({ line }) => say("low_code_id_twice", { line, id: step.id }));
  ids.add(step.id);
  const inner = { ...around, nesting: around.nesting + 1 };
  switch (step.action) {
    case "if":
      checkCondition(step.condition, [...path, "condition"], around);
      return (
        1 + checkSteps(step.steps, [...path, "steps"], inner) + checkSteps(step.else ?? [], [...path, "else"], inner)
      );
    case "loop": {
      checkLoop(step, path, around);
      const inLoop = step.as === undefined ? inner : { ...inner, known: new Set([...known, step.as]) };
      return 1 + checkSteps(step.steps, [...path, "steps"], inLoop);
    }
    case "call":
      checkCall(step, path, around);
      break;
    case "wait":
      if ((step.locator === undefined) === (step.seconds === undefined))
        tell(path, (where) => say("low_code_one_of", { ...where, fields: "locator, seconds" }));
      break;
    case "swipe":
    case "input":
      if (step.fallback && !step.locator) tell([...path, "locator"], (where) => say("low_code_missing", where));
      break;
    case "assert":
      checkAssert(step, path, tell);
      break;
    case "script":
      if (!isScriptPath(step.file)) tell([...path, "file"], (where) => say("low_code_script_path", where));
      break;
  }
  checkLocators(step, path, around);
  checkVariables(step, path, around);
  return 1;
}

function checkAssert(step: Extract<Step, { action: "assert" }>, path: Path, tell: Tell): void {
  const { locator, fallback = [], text, text_contains, state } = step;
  if ((text ?? text_contains ?? state) === undefined) return;
  if (step.gone) tell([...path, "gone"], (where) => say("low_code_gone_and_more", where));
  if ([locator, ...fallback].some(({ by }) => by === "image"))
    tell([...path, "locator"], ({ line }) => say("low_code_picture_and_more", { line }));
}

function checkCall({ block, with: given = {} }: Extract<Step, { action: "call" }>, path: Path, around: Around): void {
  const { file, tell } = around;
  const called = Object.hasOwn(file.blocks ?? {}, block) ? file.blocks?.[block] : undefined;
  if (!called) {
    tell([...path, "block"], ({ line }) => say("low_code_no_block", { line, block }));
    return;
  }
  const parameters = called.parameters ?? [];
  for (const name of new Set([...parameters, ...Object.keys(given)])) {
    const at = [...path, "with", name];
    if (!Object.hasOwn(given, name)) tell(at, (where) => say("low_code_missing", where));
    else if (!parameters.includes(name)) tell(at, (where) => say("low_code_unknown", where));
  }
}

function checkLoop(step: LoopStep, path: Path, around: Around): void {
  const { tell } = around;
  const ways = [step.times, step.each, step.while].filter((way) => way !== undefined);
  if (ways.length === 0) tell(path, ({ line }) => say("low_code_endless", { line }));
  else if (ways.length > 1) tell(path, (where) => say("low_code_one_of", { ...where, fields: "times, each, while" }));
  if (step.while && step.most === undefined) tell(path, ({ line }) => say("low_code_endless", { line }));
  if (step.most !== undefined && !step.while) tell([...path, "while"], (where) => say("low_code_missing", where));
  if ((step.each === undefined) !== (step.as === undefined))
    tell([...path, step.each ? "as" : "each"], (where) => say("low_code_missing", where));
  if (step.while) checkCondition(step.while, [...path, "while"], around);
  checkVariables(step.each, [...path, "each"], around);
}

function checkCondition(condition: Condition, path: Path, around: Around): void {
  const { locator, value, equals } = condition;
  if ((locator === undefined) === (value === undefined))
    around.tell(path, (where) => say("low_code_one_of", { ...where, fields: "locator, value" }));
  if ((value === undefined) !== (equals === undefined))
    around.tell([...path, value === undefined ? "value" : "equals"], (where) => say("low_code_missing", where));
  checkLocators({ locator }, path, around);
  checkVariables(condition, path, around);
}

const NAMING = ["id", "text", "text_contains", "description", "class", "path", "inside", "has"];

/** Each locator says something of its element: one that says nothing would be any. */
function checkLocators(holder: object, path: Path, { tell }: Around): void {
  const look = (value: unknown, at: Path): void => {
    if (typeof value !== "object" || value === null) return;
    if ("by" in value && value.by === "position") return;
    if ("by" in value && value.by === "image") {
      const isNamed = "image" in value && typeof value.image === "string" && isPicturePath(value.image);
      if (!isNamed) tell([...at, "image"], (where) => say("low_code_picture_path", where));
      return;
    }
    if (!NAMING.some((name) => Object.hasOwn(value, name)))
      tell(at, (where) => say("low_code_one_of", { ...where, fields: NAMING.join(", ") }));
    if ("inside" in value) look(value.inside, [...at, "inside"]);
    if ("has" in value) look(value.has, [...at, "has"]);
  };
  const { locator, fallback } = holder as { locator?: unknown; fallback?: unknown[] };
  look(locator, [...path, "locator"]);
  for (const [at, each] of (fallback ?? []).entries()) look(each, [...path, "fallback", at]);
}

/** Every variable that a text names is one that it can have. */
function checkVariables(value: unknown, path: Path, around: Around): void {
  if (typeof value === "string") {
    for (const name of usedIn(value))
      if (!around.known.has(name) && !isOfRun(name))
        around.tell(path, ({ line }) => say("low_code_no_variable", { line, name }));
  } else if (typeof value === "object" && value !== null)
    for (const [key, inner] of Object.entries(value))
      checkVariables(inner, [...path, Array.isArray(value) ? Number(key) : key], around);
}

/** Blocks that call each other in a circle would have no end, and each within another is one more around its steps. */
function checkCalls({ blocks = {} }: LowCodeFile, tell: Tell): void {
  const calls = new Map(Object.entries(blocks).map(([name, { steps }]) => [name, calledBy(steps)]));
  const most = LOW_CODE_LIMITS.nesting_max * 2;
  /** How deep calls go from each, itself among them. */
  const depths = new Map<string, number>();
  const visit = (name: string, way: readonly string[]): number => {
    const known = depths.get(name);
    if (known !== undefined) return known;
    const at = way.indexOf(name);
    if (at !== -1) {
      const circle = [...way.slice(at), name].join(" → ");
      tell(["blocks", name], ({ line }) => say("low_code_circle", { line, way: circle }));
      return 0;
    }
    const below = (calls.get(name) ?? []).map((called) => visit(called, [...way, name]));
    const depth = 1 + Math.max(0, ...below);
    // What calls it again is deeper still.
    if (depth === most + 1) tell(["blocks", name], ({ line }) => say("low_code_nested", { line, most }));
    depths.set(name, depth);
    return depth;
  };
  for (const name of calls.keys()) visit(name, []);
}

function calledBy(steps: readonly Step[]): string[] {
  return steps.flatMap((step) => {
    if (step.action === "call") return [step.block];
    if (step.action === "if") return [...calledBy(step.steps), ...calledBy(step.else ?? [])];
    return step.action === "loop" ? calledBy(step.steps) : [];
  });
}
