/** A file of steps as a list of its cases and blocks, whatever is wrong in it, for editors that show steps. */
import type { Fault, Path } from "../fault.ts";
import { readLowCode } from "../read.ts";
import type { Lines } from "../lines.ts";
import { readSource, type Source } from "../source.ts";
import { isThing } from "./change.ts";

export interface OutlineStep {
  path: Path;
  /** What it says, but for the steps within it. */
  step: Record<string, unknown>;
  /** The whole of it. */
  lines: Lines;
  /** The last line of it before the steps within it. */
  head_to: number;
  lists: OutlineList[];
}
export interface OutlineList {
  /** `else` of a condition that does not hold. */
  name: "steps" | "else";
  line: number;
  steps: OutlineStep[];
}
export interface OutlineSection {
  kind: "block" | "case";
  path: Path;
  name: string;
  line: number;
  /** What it says beside its steps: variables, rows, parameters. */
  says: Record<string, unknown>;
  steps: OutlineStep[];
}
export interface Outline {
  sections: OutlineSection[];
  variables: Record<string, unknown>;
  faults: Fault[];
}

/** Each with those within it behind it. */
export const allSteps = (steps: readonly OutlineStep[]): OutlineStep[] =>
  steps.flatMap((step) => [step, ...step.lists.flatMap((list) => allSteps(list.steps))]);

/** @returns the faults alone of a text that cannot be shown as steps: it is no YAML, or its lists are none */
export function outlineOf(text: string): Outline | { unreadable: Fault[] } {
  const read = readLowCode(text);
  const faults = "faults" in read ? read.faults : [];
  const source = readSource(text);
  if ("faults" in source) return { unreadable: source.faults };
  const sections = sectionsOf(source);
  if (!sections) return { unreadable: faults };
  const { variables } = source.value as Record<string, unknown>;
  return { sections, variables: isThing(variables) ? variables : {}, faults };
}

function sectionsOf(source: Source): OutlineSection[] | undefined {
  const { value } = source;
  if (!isThing(value)) return undefined;
  const { blocks = {}, cases } = value;
  if (!Array.isArray(cases) || !isThing(blocks)) return undefined;
  const all = [
    ...cases.map((one: unknown, at) => sectionOf(source, "case", ["cases", at], one)),
    ...Object.entries(blocks).map(([name, one]) => sectionOf(source, "block", ["blocks", name], one)),
  ];
  return all.every((one) => one !== undefined) ? all : undefined;
}

function sectionOf(
  source: Source,
  kind: OutlineSection["kind"],
  path: Path,
  value: unknown,
): OutlineSection | undefined {
  if (!isThing(value)) return undefined;
  const { steps, ...says } = value;
  const list = listOf(source, [...path, "steps"], steps ?? []);
  const called = kind === "case" ? says["name"] : path[1];
  return list && { kind, path, name: String(called ?? ""), line: source.lineOf(path), says, steps: list };
}

function listOf(source: Source, path: Path, value: unknown): OutlineStep[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const all = value.map((one: unknown, at) => stepOf(source, [...path, at], one));
  return all.every((one) => one !== undefined) ? all : undefined;
}

function stepOf(source: Source, path: Path, value: unknown): OutlineStep | undefined {
  if (!isThing(value)) return undefined;
  const { steps, else: otherwise, ...step } = value;
  const lists: OutlineList[] = [];
  for (const [name, inner] of [
    ["steps", steps],
    ["else", otherwise],
  ] as const) {
    if (inner === undefined) continue;
    const list = listOf(source, [...path, name], inner);
    if (!list) return undefined;
    lists.push({ name, line: source.lineOf([...path, name]), steps: list });
  }
  const lines = { from: source.lineOf(path), to: source.lastLineOf(path) };
  const within = Math.min(...lists.map(({ line }) => line - 1), lines.to);
  return { path, step, lines, head_to: Math.max(lines.from, within), lists };
}
