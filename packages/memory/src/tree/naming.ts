import type { CallTree } from "./call-tree.ts";

/** What hands out memory for everybody, and so says nothing of who it is for. */
const ALLOCATOR_IMAGES: ReadonlySet<string> = new Set([
  "libc++abi.dylib",
  "libsystem_kernel.dylib",
  "libsystem_malloc.dylib",
]);
const ALLOCATORS =
  /^(?:_?malloc(?:_zone_\w+|_type_\w+)?|_malloc_\w+|calloc|realloc|memalign|posix_memalign|aligned_alloc|_{0,2}mmap|CONTENT:|operator new)(?:\W|$)/;

/** So do Java's own classes, which lie in a heap of its: arrays, texts, lists and boxes hold what somebody else is. */
const JAVA_HEAPS: ReadonlySet<string> = new Set(["", "app", "image", "zygote"]);
const JAVA_OWN =
  /^(?:class )?(?:(?:boolean|byte|char|double|float|int|long|short)(?:\[\]){1,8}|(?:java|kotlin)\.[\w.$]{1,1000}(?:\[\]){0,8})$/;

/** The innermost call of a path that is no allocator's; the innermost of all where all are. */
export function namingFrame({ frames }: CallTree, path: readonly number[]): { name: string; image: string } {
  const own = path.findLast((frame) => !isAllocator(frames.symbols[frame] ?? "", frames.images[frame] ?? ""));
  const frame = own ?? path.at(-1) ?? -1;
  return { name: frames.symbols[frame] ?? "", image: frames.images[frame] ?? "" };
}

const isAllocator = (symbol: string, image: string): boolean =>
  ALLOCATOR_IMAGES.has(image) || ALLOCATORS.test(symbol) || (JAVA_HEAPS.has(image) && JAVA_OWN.test(symbol));

/** A path for people and programs: the outermost call first. */
export const stackOf = ({ frames }: CallTree, path: readonly number[]): string[] =>
  path.map((frame) => {
    const [symbol, image] = [frames.symbols[frame] ?? "", frames.images[frame] ?? ""];
    return image === "" ? symbol : `${symbol} (${image})`;
  });
