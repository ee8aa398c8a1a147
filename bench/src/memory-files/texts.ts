/** Files as the platform's tools write them, as large as they get. */
import { closeSync, openSync, writeSync } from "node:fs";
import { functionName, madeStacks, randomNumbers } from "../lib/memory-stacks.ts";

const BATCH_BYTES = 4 * 1024 ** 2;

/** Writes texts of some lines until they are so many bytes. */
function writeTexts(path: string, bytes: number, texts: Iterable<string>): void {
  const file = openSync(path, "w");
  let [written, batch] = [0, ""];
  try {
    for (const text of texts) {
      batch += text;
      if (batch.length >= BATCH_BYTES || written + batch.length >= bytes) {
        written += writeSync(file, batch);
        batch = "";
      }
      if (written >= bytes) break;
    }
  } finally {
    closeSync(file);
  }
}

/** Every allocation by itself with its stack, as `malloc_history -allBySize` tells them: of stacks that come again and again. */
export const writeAllBySize = (path: string, bytes: number): void => writeTexts(path, bytes, allocations());

const CALLS = 600_000;
/** So that 2.4 million lines are 1.3 GB, as those of a large game were. */
const DEEPEST = 19;
const IMAGES = ["Shop", "UIKitCore", "Foundation", "libsystem_malloc.dylib"];

function* allocations(): Generator<string> {
  // A function is called from several places, each with its own address.
  const callAt = (number: number, depth: number) =>
    `0x${(0x1_0000_0000 + number * 4_096 + depth * 4).toString(16)} (${IMAGES[number % IMAGES.length]}) ${functionName(number)}`;
  const stacks: string[] = [];
  for (const { path } of madeStacks(CALLS, DEEPEST)) stacks.push(path.map(callAt).join(" | "));
  const random = randomNumbers(11);
  yield "Process:         Shop [4711]\n----\n\n";
  for (let at = 0x6000_0000_0000; ;) {
    const size = 16 * (1 + Math.floor(random() * 400));
    const stack = stacks[Math.floor(random() * stacks.length)] ?? "";
    yield `ALLOC 0x${at.toString(16)}-0x${(at + size - 1).toString(16)} [size=${size}]: ${stack}\n`;
    at += size;
  }
}

/** Mappings with all fields that Linux 6 tells of one. */
export const writeSmaps = (path: string, bytes: number): void => writeTexts(path, bytes, mappings());

const NAMES = [
  "[anon:scudo:primary]",
  "[anon:dalvik-main space (region space)]",
  "/data/app/~~Zm9v==/com.shop-YmFy==/lib/arm64/libshop.so",
  "/system/lib64/libhwui.so",
  "/dev/kgsl-3d0",
  "[anon:stack_and_tls:4711]",
  "/system/framework/framework.jar",
  "",
];
const FIELDS = (
  "KernelPageSize MMUPageSize Shared_Clean Shared_Dirty Private_Clean Private_Dirty Referenced Anonymous KSM LazyFree " +
  "AnonHugePages ShmemPmdMapped FilePmdMapped Shared_Hugetlb Private_Hugetlb Swap SwapPss Locked"
).split(" ");

function* mappings(): Generator<string> {
  const field = (name: string, kb: number) => `${`${name}:`.padEnd(16)}${String(kb).padStart(8)} kB\n`;
  for (let index = 0, at = 0x1000_0000; ; index += 1) {
    const kb = 4 * (1 + (index % 61));
    const end = at + kb * 1_024;
    const head = `${at.toString(16)}-${end.toString(16)} rw-p 00000000 00:00 0 `;
    const pages = ["Size", "Rss", "Pss"].map((name) => field(name, kb)).join("");
    const others = FIELDS.map((name) => field(name, name === "Private_Dirty" ? kb : 0)).join("");
    yield `${head.padEnd(73)}${NAMES[index % NAMES.length]}\n${pages}${others}THPeligible:           0\nVmFlags: rd wr mr mw me ac \n`;
    at = end + 4_096;
  }
}
