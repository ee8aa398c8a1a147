/** Where things are once a change is done. */
import type { Path } from "../fault.ts";
import { afterLast, indexOf, listOf, type LowCodeChange, outermost, shift, within } from "./change.ts";

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

/** Where something is once what stood at a place is gone. */
function drawn(path: Path, gone: Path): Path {
  const list = listOf(gone);
  if (path.length <= list.length || !within(path, list)) return path;
  const index = Number(path[list.length]);
  return index <= indexOf(gone) ? path : [...list, index - 1, ...path.slice(list.length + 1)];
}
