import {
  appFiles,
  BOOT_IMAGES,
  LIBRARIES,
  type MappedFile,
  MEMORY_TYPES,
  type MemoryType,
  RUNTIME,
  SHARERS,
} from "./mapped-files.ts";

/** One line of `/proc/PID/maps` and what of it is in memory. Sizes are kB of 1024 bytes. */
export interface Mapping {
  type: MemoryType;
  name: string;
  perms: string;
  /** Where of a file it begins, in kB. */
  offset: number;
  size: number;
  shared_clean: number;
  shared_dirty: number;
  private_clean: number;
  private_dirty: number;
}

export const rssOf = (mapping: Mapping): number =>
  mapping.shared_clean + mapping.shared_dirty + mapping.private_clean + mapping.private_dirty;
/** What is shared counts by its part. */
export const pssOf = (mapping: Mapping): number =>
  mapping.private_clean + mapping.private_dirty + (mapping.shared_clean + mapping.shared_dirty) / SHARERS;

/** What an app's process has in memory that depends on its doings, in kB. */
export interface AppPages {
  pid: number;
  apk_path: string;
  virtual_size: number;
  /** Java objects, but for those large ones. */
  dalvik: number;
  large_objects: number;
  /** malloc's small blocks, and its large ones, each of which is mapped by itself. */
  native: number;
  large_blocks: readonly number[];
  stacks: readonly number[];
}

const PAGE_KB = 4;
const DALVIK_KB = { main_size: 524_288, zygote: 1_400, non_moving: 600 };
const STACK_SIZE_KB = { main: 8_192, thread: 1_008 };
/** What of a library is no code, by percent. */
const RODATA_PERCENT = 25;
/** What is mapped of a file and was never read. */
const UNREAD = 1.25;

export const wholePages = (kb: number): number => Math.ceil(kb / PAGE_KB) * PAGE_KB;

const nothing = { shared_clean: 0, shared_dirty: 0, private_clean: 0, private_dirty: 0 };

function anonymous(type: MemoryType, name: string, dirty: number, size = dirty): Mapping {
  const private_dirty = wholePages(dirty);
  return {
    ...nothing,
    type,
    name,
    perms: "rw-p",
    offset: 0,
    size: Math.max(wholePages(size), private_dirty),
    private_dirty,
  };
}

/** A file as the linker and the run-time map it: what is read, what is run, and what is written. */
function segments(file: MappedFile): Mapping[] {
  const { type, path, shared_clean = 0, shared_dirty = 0, private_clean = 0, private_dirty = 0 } = file;
  if (path.startsWith("["))
    return [{ ...anonymous(type, path, private_dirty, shared_dirty + private_dirty), shared_dirty }];
  const parts: Omit<Mapping, "offset" | "size">[] = [];
  const isLibrary = type === ".so mmap";
  const data = isLibrary ? Math.floor((shared_clean * RODATA_PERCENT) / 100 / SHARERS) * SHARERS : 0;
  if (data > 0) parts.push({ ...nothing, type, name: path, perms: "r--p", shared_clean: data });
  const runs = isLibrary || type === ".oat mmap" || path.endsWith(".odex");
  if (shared_clean + private_clean > 0)
    parts.push({
      ...nothing,
      type,
      name: path,
      perms: runs ? "r-xp" : "r--p",
      shared_clean: shared_clean - data,
      private_clean,
    });
  if (private_dirty > 0) parts.push({ ...nothing, type, name: path, perms: "rw-p", private_dirty });
  let offset = 0;
  return parts.map((part) => {
    const size = wholePages(rssOf({ ...part, offset, size: 0 }) * UNREAD);
    offset += size;
    return { ...part, offset: offset - size, size };
  });
}

/** All mappings of a process, by address. Their sizes make its virtual size. */
export function mappingsOf(pages: AppPages): Mapping[] {
  const { pid, dalvik, large_objects, native, large_blocks, stacks } = pages;
  const [main = 0, ...threads] = stacks;
  const { main_size, zygote, non_moving } = DALVIK_KB;
  const low = [
    anonymous("Dalvik Heap", "[anon:dalvik-main space (region space)]", dalvik - zygote - non_moving, main_size),
    ...BOOT_IMAGES.flatMap(segments),
    anonymous("Dalvik Heap", "[anon:dalvik-zygote space]", zygote),
    anonymous("Dalvik Heap", "[anon:dalvik-non moving space]", non_moving, 16 * non_moving),
  ];
  const high = [
    ...(large_objects > 0
      ? [anonymous("Dalvik Heap", "[anon:dalvik-large object space allocation]", large_objects)]
      : []),
    ...appFiles(pages.apk_path).flatMap(segments),
    ...RUNTIME.flatMap(segments),
    anonymous("Native Heap", "[anon:scudo:primary]", native, 4 * native),
    ...large_blocks.map((kb) => anonymous("Native Heap", "[anon:scudo:secondary]", kb)),
    ...threads.map((kb, at) => anonymous("Stack", `[anon:stack_and_tls:${pid + 1 + at}]`, kb, STACK_SIZE_KB.thread)),
    ...LIBRARIES.flatMap(segments),
    // Says where the file came from, wherever it is read.
    { ...anonymous("Unknown", "[anon:simulated by the virtual phone]", 0, PAGE_KB), perms: "---p" },
    anonymous("Stack", "[stack]", main, STACK_SIZE_KB.main),
  ];
  const mapped = [...low, ...high].reduce((sum, { size }) => sum + size, 0);
  const reserve: Mapping = {
    ...anonymous("Native Heap", "[anon:scudo:primary_reserve]", 0, pages.virtual_size - mapped),
    perms: "---p",
  };
  return [...low, reserve, ...high];
}

/** Sums of one row of `dumpsys meminfo`, in kB. */
export interface TypeSums {
  type: MemoryType;
  pss: number;
  private_dirty: number;
  private_clean: number;
  rss: number;
}

/** In the order of `dumpsys meminfo`. */
export function sumsByType(mappings: readonly Mapping[]): TypeSums[] {
  const sums = new Map<MemoryType, TypeSums>(
    MEMORY_TYPES.map((type) => [type, { type, pss: 0, private_dirty: 0, private_clean: 0, rss: 0 }]),
  );
  for (const mapping of mappings) {
    const row = sums.get(mapping.type);
    if (!row) continue;
    row.pss += pssOf(mapping);
    row.rss += rssOf(mapping);
    row.private_dirty += mapping.private_dirty;
    row.private_clean += mapping.private_clean;
  }
  return [...sums.values()];
}
