/**
 * Calls that hand out VM regions rather than blocks of malloc: malloc_history lists both, and a tree of one is never added to a
 * tree of the other. https://keith.github.io/xcode-man-pages/malloc_history.1.html: "Anonymous VM allocations are from calls such
 * as mach_vm_allocate that allocate raw Virtual Memory".
 */
const VM_CALLS: ReadonlySet<string> = new Set([
  "mach_vm_allocate",
  "mach_vm_map",
  "mmap",
  "_mmap",
  "__mmap",
  "vm_allocate",
  "vm_map",
]);

export const isVmCall = (symbol: string): boolean => VM_CALLS.has(symbol);
