import { type Said, say } from "@udt/base";
import { bytesText, deltaText } from "../sizes.ts";
import type { Change } from "./changes.ts";
import type { Compared } from "./compared.ts";

/** What a comparison comes to, in a sentence: by how much, and how much of it where. */
export function verdictOf(compared: Compared, noise: number): Said {
  const { footprint, regions, malloc, vm, classes, zones, leaks } = compared;
  // Who allocated it says more than what kind of memory it is.
  const parts = [malloc, vm, regions, classes, zones].filter((part) => part !== null);
  const delta = (footprint ?? regions ?? malloc ?? vm ?? classes ?? zones ?? leaks)?.delta ?? 0;
  const text = deltaText(delta);
  if (delta === 0 || Math.abs(delta) < noise) {
    const count = Math.max(...parts.map(({ rows }) => rows.length), 0);
    if (count > 0) return say("memory_moved", { delta: text, noise: bytesText(noise), count });
    return delta === 0 ? say("memory_same") : say("memory_steady", { delta: text, noise: bytesText(noise) });
  }
  const most = parts.map(({ rows }) => rows.find((row) => Math.sign(row.delta) === Math.sign(delta)));
  return inWhich(
    delta,
    most.filter((row) => row !== undefined),
  );
}

/** @param most of each part what went the same way the furthest */
function inWhich(delta: number, most: readonly Change[]): Said {
  const size = Math.abs(delta);
  const half = most.find((row) => Math.abs(row.delta) * 2 >= size);
  const row = half ?? most.toSorted((a, b) => Math.abs(b.delta) - Math.abs(a.delta))[0];
  const text = deltaText(delta);
  if (!row) return say(delta > 0 ? "memory_grew" : "memory_shrank", { delta: text });
  const args = { delta: text, part: bytesText(Math.abs(row.delta)), name: row.name };
  // Something else went the other way.
  if (Math.abs(row.delta) > size) return say(delta > 0 ? "memory_grew_most" : "memory_shrank_most", args);
  return say(delta > 0 ? "memory_grew_in" : "memory_shrank_in", args);
}
