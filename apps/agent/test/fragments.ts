import { boxesOf, readFragments, type Fragment } from "@udt/video/mp4";
import { expect } from "vitest";
import type { ShelvedFile } from "./growing-shelf.ts";

/** The fragments of pieces, which have nothing else. */
export function fragmentsOf(file: ShelvedFile): Fragment[] {
  const bytes = Buffer.concat(file.pieces.slice(1).map((piece) => piece.bytes));
  const fragments = readFragments(bytes);
  expect([...boxesOf(bytes)].map(({ type }) => type)).toEqual(fragments.flatMap(() => ["moof", "mdat"]));
  return fragments;
}
