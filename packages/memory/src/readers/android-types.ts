/**
 * The types that `dumpsys meminfo` sorts mappings by, under the names that it prints, so that both tell of one process the
 * same. The rules are those of libmeminfo:
 * https://github.com/yaap/system_memory_libmeminfo/blob/181323b801a13e805c7fc9e457ec4408d6e7a583/androidprocheaps.cpp#L49
 */
const RULES: readonly (readonly [type: string, fits: (name: string) => boolean])[] = [
  ["Native Heap", begins("[heap]", "[anon:libc_malloc]", "[anon:scudo:", "[anon:GWP-ASan")],
  ["Stack", begins("[stack", "[anon:stack_and_tls:")],
  [".so mmap", ends(".so")],
  [".jar mmap", ends(".jar")],
  [".apk mmap", ends(".apk")],
  [".ttf mmap", ends(".ttf")],
  [
    ".dex mmap",
    (name) => name.endsWith(".odex") || name.endsWith(".vdex") || (name.length > 4 && name.includes(".dex")),
  ],
  [".oat mmap", ends(".oat")],
  [".art mmap", ends(".art", ".art]")],
  ["Gfx dev", (name) => name.includes("kgsl-3d0")],
  ["Cursor", begins("/dev/ashmem/CursorWindow")],
  ["Dalvik Other", begins("/dev/ashmem/jit-zygote-cache", "/memfd:jit-cache", "/memfd:jit-zygote-cache")],
  ["Ashmem", begins("/dev/ashmem")],
  ["Other dev", begins("/dev/")],
  [
    "Dalvik Heap",
    begins(
      "[anon:dalvik-alloc space",
      "[anon:dalvik-main space",
      "[anon:dalvik-large object space",
      "[anon:dalvik-free list large object space",
      "[anon:dalvik-non moving space",
      "[anon:dalvik-zygote space",
    ),
  ],
  ["Dalvik Other", begins("[anon:dalvik-")],
  ["Unknown", begins("[anon:")],
  ["Other mmap", (name) => name !== ""],
];
const DELETED = " (deleted)";

function begins(...starts: string[]): (name: string) => boolean {
  return (name) => starts.some((start) => name.startsWith(start));
}

function ends(...suffixes: string[]): (name: string) => boolean {
  return (name) => suffixes.some((suffix) => name.endsWith(suffix));
}

/** Sorts the mappings of one process, in their order. */
export class AndroidTypes {
  #end = "";
  #type = "";

  /** @param start, end addresses as smaps writes them */
  typeOf(mapping: string, start: string, end: string): string {
    const name = mapping.endsWith(DELETED) ? mapping.slice(0, -DELETED.length) : mapping;
    let type = RULES.find(([, fits]) => fits(name))?.[0];
    // What has no name and follows a library without a gap is that library's bss.
    type ??= this.#type === ".so mmap" && this.#end === start ? ".so mmap" : "Unknown";
    this.#end = end;
    this.#type = type;
    return type;
  }
}
