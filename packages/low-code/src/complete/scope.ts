/** The variables that a text of a file of steps can name. */
import { at, keysOf } from "./at.ts";
import { placeOf } from "./caret.ts";

/** By name. @param before what stands before the name, with `${` @param after what stands behind it */
export function variablesAt(before: string, after: string): string[] {
  const place = placeOf(before, after);
  if (!place) return [];
  const { path, value } = place;
  const [list, which = ""] = path;
  const around = at(value, [list ?? "", which]);
  const names = [...keysOf(at(value, ["variables"])), ...keysOf(at(around, ["variables"]))];
  names.push(...keysOf(at(around, ["data", 0])));
  const parameters = at(around, ["parameters"]);
  if (Array.isArray(parameters)) names.push(...parameters.map(String));
  // Loops around it, which name each of their values.
  for (const [length, step] of path.entries()) {
    const loop = step === "steps" ? at(value, [...path.slice(0, length), "as"]) : undefined;
    if (typeof loop === "string") names.push(loop);
  }
  return [...new Set(["app", ...names])].toSorted();
}
