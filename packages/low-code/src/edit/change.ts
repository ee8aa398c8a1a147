/** What somebody changes of a file, on what it says: what its text must say after. */
import type { Path } from "../fault.ts";
import { usedIn } from "../variables.ts";

/** Where in a list something goes: before what stands at `at` now. */
export interface Place {
  list: Path;
  at: number;
}
/** Paths end at a place in a list: a step, or a case. */
export type LowCodeChange =
  /** Undefined takes it away. */
  | { change: "set"; path: Path; value: unknown }
  /** The same field of several things. */
  | { change: "set_each"; paths: readonly Path[]; field: string; value: unknown }
  | { change: "insert"; to: Place; item: Record<string, unknown> }
  | { change: "remove"; paths: readonly Path[] }
  | { change: "move"; paths: readonly Path[]; to: Place }
  | { change: "duplicate"; paths: readonly Path[] }
  /** Steps of one list that follow each other become a block of that name, and a step that calls it. */
  | { change: "group"; paths: readonly Path[]; name: string };

type Thing = Record<string | number, unknown>;
type Step = Record<string, unknown>;
export const isThing = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What stands somewhere; undefined where nothing does. */
export function valueAt(value: unknown, path: Path): unknown {
  let at = value;
  for (const each of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, each)) return undefined;
    at = (at as Thing)[each];
  }
  return at;
}

/** Whether two values are the same, in whatever order their fields stand. */
export function same(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each, at) => same(each, other[at]));
  if (!isThing(one) || !isThing(other)) return one === other;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && same(one[key], other[key]))
  );
}

export const listOf = (path: Path): Path => path.slice(0, -1);
export const indexOf = (path: Path): number => Number(path.at(-1));
export const pathKey = (path: Path): string => JSON.stringify(path);

/** Whether one place lies within another, or is that. */
export const within = (path: Path, outer: Path): boolean =>
  outer.length <= path.length && outer.every((each, at) => each === path[at]);

/** Those that lie within none of the others, in the order of the file. */
export function outermost(paths: readonly Path[]): Path[] {
  const outer = paths.filter((path) => !paths.some((other) => other.length < path.length && within(path, other)));
  const unique = new Map(outer.map((path) => [pathKey(path), path]));
  return [...unique.values()].toSorted(inOrder);
}

function inOrder(one: Path, other: Path): number {
  for (const [at, each] of one.entries()) {
    const beside = other[at];
    if (each === beside || beside === undefined) continue;
    if (typeof each === "number" && typeof beside === "number") return each - beside;
    return String(each) < String(beside) ? 1 : -1;
  }
  return one.length - other.length;
}

const LISTS = ["steps", "else"] as const;
/** Step by step with those within it. */
function eachStep(step: unknown, tell: (step: Step, path: Path) => void, path: Path = []): void {
  if (!isThing(step)) return;
  tell(step, path);
  for (const name of LISTS) {
    const inner = step[name];
    if (Array.isArray(inner)) for (const [at, one] of inner.entries()) eachStep(one, tell, [...path, name, at]);
  }
}

/** The ids of the case or block that a place lies in. */
export function idsAround(file: unknown, path: Path): Set<string> {
  const ids = new Set<string>();
  if (path.length > 2)
    eachStep(valueAt(file, path.slice(0, 2)), ({ id }) => {
      if (typeof id === "string") ids.add(id);
    });
  return ids;
}

/** An id like another one that none of these is; it is one of them then. */
export function freeId(like: string, taken: Set<string>): string {
  const stem = like.replace(/-\d{1,6}$/, "").slice(0, 50);
  let id = like;
  for (let count = 2; taken.has(id); count++) id = `${stem}-${count}`;
  taken.add(id);
  return id;
}

/** Which ids of a step and those within it are to be others, where these are taken. @returns by their paths within it */
export function newIds(item: unknown, taken: Set<string>): { path: Path; id: string }[] {
  const found: { path: Path; id: string }[] = [];
  eachStep(item, ({ id: old }, path) => {
    if (typeof old !== "string") return;
    const id = freeId(old, taken);
    if (id !== old) found.push({ path: [...path, "id"], id });
  });
  return found;
}

/** A value with another one at a place in it, in copies of all that is around it. */
function withAt(value: unknown, path: Path, next: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return next;
  const inner = withAt(valueAt(value, [first]), rest, next);
  if (Array.isArray(value)) {
    const copy = [...(value as unknown[])];
    if (inner === undefined) copy.splice(Number(first), 1);
    else copy[Number(first)] = inner;
    return copy;
  }
  const { [first]: _, ...others } = isThing(value) ? value : {};
  if (inner === undefined) return others;
  return isThing(value) ? { ...value, [first]: inner } : { [first]: inner };
}

/** The variables in steps that a block of them is to be given: those that it would not know else. */
export function parametersOf(file: unknown, steps: readonly unknown[]): string[] {
  const shared = valueAt(file, ["variables"]);
  const known = new Set(["app", ...(isThing(shared) ? Object.keys(shared) : [])]);
  const found = new Set<string>();
  const look = (value: unknown, own: ReadonlySet<string>): void => {
    if (typeof value === "string") {
      for (const name of usedIn(value))
        if (!own.has(name) && !name.startsWith("account.") && name !== "") found.add(name);
    } else if (Array.isArray(value)) for (const each of value) look(each, own);
    else if (isThing(value)) {
      const { as } = value;
      const inner = value["action"] === "loop" && typeof as === "string" ? new Set([...own, as]) : own;
      for (const each of Object.values(value)) look(each, inner);
    }
  };
  look(steps, known);
  return [...found];
}

/** The step that calls a block in the place of the steps that it was made of. */
export function callOf(file: unknown, paths: readonly Path[], name: string): Step {
  const [first = []] = paths;
  const parameters = parametersOf(
    file,
    paths.map((path) => valueAt(file, path)),
  );
  const taken = idsAround(file, first);
  for (const path of paths)
    eachStep(valueAt(file, path), ({ id }) => {
      if (typeof id === "string") taken.delete(id);
    });
  const given = Object.fromEntries(parameters.map((each) => [each, `\${${each}}`]));
  const call = { id: freeId(name.slice(0, 60), taken), action: "call", block: name };
  return parameters.length === 0 ? call : { ...call, with: given };
}

/** What a file says once it has been changed. */
export function changed(file: unknown, change: LowCodeChange): unknown {
  switch (change.change) {
    case "set":
      return withAt(file, change.path, change.value);
    case "set_each":
      return change.paths.reduce((made, path) => withAt(made, [...path, change.field], change.value), file);
    case "insert":
      return withItems(file, change.to, [newItem(file, change)]);
    case "remove":
      return without(file, outermost(change.paths));
    case "duplicate": {
      const paths = outermost(change.paths);
      const next = afterLast(paths);
      return withItems(file, next, copies(file, paths, next));
    }
    case "move": {
      const paths = outermost(change.paths);
      const items = moved(file, paths, change.to);
      // Behind a mark of its own its place stays what it was while they are taken out.
      const marked = withItems(file, change.to, [MARK]);
      const shifted = paths.map((path) => shift(path, change.to));
      const rest = without(marked, shifted, change.to.list);
      return replaceMark(rest, items);
    }
    case "group": {
      const paths = outermost(change.paths);
      const [first = []] = paths;
      const call = callOf(file, paths, change.name);
      const steps = paths.map((path) => valueAt(file, path));
      const parameters = Object.keys(isThing(call["with"]) ? call["with"] : {});
      const list = (valueAt(file, listOf(first)) as unknown[]).toSpliced(indexOf(first), paths.length, call);
      const block = parameters.length === 0 ? { steps } : { parameters, steps };
      return withAt(withAt(file, listOf(first), list), ["blocks", change.name], block);
    }
  }
}

/** Behind the last of these, in its list. */
export const afterLast = (paths: readonly Path[]): Place => {
  const last = paths.at(-1) ?? [];
  return { list: listOf(last), at: indexOf(last) + 1 };
};

const renamed = (item: unknown, taken: Set<string>): unknown =>
  newIds(item, taken).reduce((made, { path, id }) => withAt(made, path, id), item);

/** What is put in, with ids that are free there. */
export const newItem = (file: unknown, { to, item }: Extract<LowCodeChange, { change: "insert" }>): unknown =>
  renamed(item, idsAround(file, to.list));

/** Things as they are copied to a place: with ids of their own there. */
function copies(file: unknown, paths: readonly Path[], to: Place): unknown[] {
  const taken = idsAround(file, to.list);
  return paths.map((path) => renamed(valueAt(file, path), taken));
}

/** Whether two places are of one case or block, where ids must not be twice. */
export const isOfOne = (path: Path, other: Path): boolean => path[0] === other[0] && path[1] === other[1];

/** Things as they are moved to a place: those from elsewhere with ids that are free there. */
function moved(file: unknown, paths: readonly Path[], to: Place): unknown[] {
  const taken = idsAround(file, to.list);
  return paths.map((path) => {
    const item = valueAt(file, path);
    return isOfOne(path, to.list) ? item : renamed(item, taken);
  });
}

const MARK = { mark: true };
function replaceMark(value: unknown, items: readonly unknown[]): unknown {
  if (Array.isArray(value)) return value.flatMap((each) => (each === MARK ? items : [replaceMark(each, items)]));
  if (!isThing(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replaceMark(each, items)]));
}

/** Where something is once one more stands at a place. */
export function shift(path: Path, { list, at }: Place): Path {
  if (path.length <= list.length || !within(path, list)) return path;
  const index = Number(path[list.length]);
  return index < at ? path : [...list, index + 1, ...path.slice(list.length + 1)];
}

function withItems(file: unknown, { list, at }: Place, items: readonly unknown[]): unknown {
  const before = valueAt(file, list);
  return withAt(file, list, (Array.isArray(before) ? (before as unknown[]) : []).toSpliced(at, 0, ...items));
}

/** What is carried out else may be left away, and is wrong when it is empty. @param kept something that is moved there */
export const isLeftAway = (list: Path, kept?: Path): boolean => list.at(-1) === "else" && !(kept && within(kept, list));

function without(file: unknown, paths: readonly Path[], kept?: Path): unknown {
  return paths.toReversed().reduce<unknown>((rest, path) => {
    const list = listOf(path);
    const left = (valueAt(rest, list) as unknown[]).toSpliced(indexOf(path), 1);
    return withAt(rest, list, left.length === 0 && isLeftAway(list, kept) ? undefined : left);
  }, file);
}
