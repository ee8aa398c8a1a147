import { type Said, say } from "@udt/base";
import { bytesText, deltaText } from "../sizes.ts";
import type { Change } from "./changes.ts";
import type { Compared } from "./compared.ts";
import type { PartitionChanges } from "./partition-changes.ts";

/** What a comparison comes to, in a sentence: by how much, and how much of it where. */
export function verdictOf(compared: Compared, noise: number): Said {
  const { footprint, regions, malloc, vm, java, classes, zones, leaks } = compared;
  // Who allocated or holds it says more than what kind of memory it is.
  const parts = [malloc, java, vm, regions, classes, zones].filter((part) => part !== null);
  const delta = (footprint ?? regions ?? malloc ?? vm ?? java ?? classes ?? zones ?? leaks)?.delta ?? 0;
  const text = deltaText(delta);
  if (delta === 0 || Math.abs(delta) < noise) {
    const count = Math.max(...parts.map(({ rows }) => rows.length), 0);
    if (count > 0) return say("memory_moved", { delta: text, noise: bytesText(noise), count });
    return delta === 0 ? say("memory_same") : say("memory_steady", { delta: text, noise: bytesText(noise) });
  }
  const wayOf = (rows: readonly Change[]) => rows.find((row) => Math.sign(row.delta) === Math.sign(delta));
  const most = parts.map(({ rows }) => wayOf(rows)).filter((row) => row !== undefined);
  return inWhich(delta, most, moduleOf(delta, compared.partitions, wayOf));
}

/** The module that went the same way the furthest, where that is half of it or more. */
function moduleOf(
  delta: number,
  partitions: PartitionChanges | null,
  wayOf: (rows: readonly Change[]) => Change | undefined,
): Change | undefined {
  const modules = [partitions?.held, partitions?.vm].map((changes) => wayOf(changes?.rows ?? []));
  return modules.find((row) => row && Math.abs(row.delta) * 2 >= Math.abs(delta));
}

/**
 * @param most of each part what went the same way the furthest
 * @param module what the module's parts come to says more than a single one that is less than half
 */
function inWhich(delta: number, most: readonly Change[], module: Change | undefined): Said {
  const size = Math.abs(delta);
  const half = most.find((row) => Math.abs(row.delta) * 2 >= size);
  if (!half && module) return ofModule(delta, module);
  const row = half ?? most.toSorted((a, b) => Math.abs(b.delta) - Math.abs(a.delta))[0];
  const text = deltaText(delta);
  if (!row) return say(delta > 0 ? "memory_grew" : "memory_shrank", { delta: text });
  const args = { delta: text, part: bytesText(Math.abs(row.delta)), name: row.name };
  // Something else went the other way.
  const isMore = Math.abs(row.delta) > size;
  if (row.module === undefined) {
    if (isMore) return say(delta > 0 ? "memory_grew_most" : "memory_shrank_most", args);
    return say(delta > 0 ? "memory_grew_in" : "memory_shrank_in", args);
  }
  const of = { ...args, module: row.module };
  if (isMore) return say(delta > 0 ? "memory_grew_most_of" : "memory_shrank_most_of", of);
  return say(delta > 0 ? "memory_grew_in_of" : "memory_shrank_in_of", of);
}

function ofModule(delta: number, { name: module, delta: own }: Change): Said {
  const args = { delta: deltaText(delta), part: bytesText(Math.abs(own)), module };
  if (Math.abs(own) > Math.abs(delta))
    return say(delta > 0 ? "memory_grew_most_module" : "memory_shrank_most_module", args);
  return say(delta > 0 ? "memory_grew_module" : "memory_shrank_module", args);
}
