/** Where things are once a change is done. */
import type { Path } from "../fault.ts";
import { afterLast, indexOf, listOf, type LowCodeChange, outermost, type Place, shift, within } from "./change.ts";

/** Those that a change is about; those that it takes away are nowhere. */
export function placesAfter(change: LowCodeChange): Path[] {
  switch (change.change) {
    case "set":
    case "remove":
      return [];
    case "set_each":
      return [...change.paths];
    case "insert":
      return [[...change.to.list, change.to.at]];
    case "duplicate": {
      const paths = outermost(change.paths);
      const { list, at } = afterLast(paths);
      return paths.map((_, index) => [...list, at + index]);
    }
    case "move": {
      const paths = outermost(change.paths);
      const mark: Path = [...change.to.list, change.to.at];
      // What is taken out before the mark, in the lists along its way, draws it nearer.
      const shifted = paths.map((path) => shift(path, change.to));
      const [first = mark] = [shifted.reduceRight((at, path) => drawn(at, path), mark)];
      return paths.map((_, index) => [...listOf(first), indexOf(first) + index]);
    }
    case "group":
      return outermost(change.paths).slice(0, 1);
  }
}

/** Where a step is that a change may move, or draw to another place; undefined: the change takes it away. */
export function placeAfter(change: LowCodeChange, path: Path): Path | undefined {
  switch (change.change) {
    case "set":
    case "set_each":
      return path;
    case "insert":
      return shift(path, change.to);
    case "duplicate":
      return moreAt(path, afterLast(outermost(change.paths)), outermost(change.paths).length);
    case "remove":
      return without(path, outermost(change.paths));
    case "move": {
      const paths = outermost(change.paths);
      const at = paths.findIndex((each) => within(path, each));
      const moved = paths[at];
      if (moved) return [...(placesAfter(change)[at] ?? moved), ...path.slice(moved.length)];
      const shifted = paths.map((each) => moreAt(each, change.to, paths.length));
      return without(moreAt(path, change.to, paths.length), shifted);
    }
    case "group": {
      const paths = outermost(change.paths);
      const at = paths.findIndex((each) => within(path, each));
      const held = paths[at];
      // The call stands where the first of them stood.
      return held ? ["blocks", change.name, "steps", at, ...path.slice(held.length)] : without(path, paths.slice(1));
    }
  }
}

const moreAt = (path: Path, to: Place, count: number): Path =>
  Array.from({ length: count }).reduce<Path>((at) => shift(at, to), path);

/** Where something is once these are gone, which lie in none of each other; undefined: it went with one of them. */
function without(path: Path, gone: readonly Path[]): Path | undefined {
  if (gone.some((each) => within(path, each))) return undefined;
  return gone.reduceRight((at, each) => drawn(at, each), path);
}

/** Where something is once what stood at a place is gone. */
function drawn(path: Path, gone: Path): Path {
  const list = listOf(gone);
  if (path.length <= list.length || !within(path, list)) return path;
  const index = Number(path[list.length]);
  return index <= indexOf(gone) ? path : [...list, index - 1, ...path.slice(list.length + 1)];
}
