import { spawn } from "node:child_process";
import { expect, it, onTestFinished } from "vitest";
import { smallDisk } from "@udt/testkit";
import { makeFolder } from "../../test/harness.ts";
import { findPython } from "../environments/python.ts";
import { DEFAULT_BOUNDS } from "./bounds.ts";
import { watchTree } from "./watch.ts";

const isRoot = process.getuid?.() === 0;

/** Which bound is exceeded by a Python program that then waits. */
async function exceededBy(program: string, folder?: string): Promise<string> {
  const { executable } = (await findPython())!;
  const cwd = folder ?? (await makeFolder());
  const child = spawn(executable, ["-c", `${program}\nimport time\ntime.sleep(60)`], {
    cwd,
    stdio: "ignore",
    detached: true,
  });
  const exceeded = Promise.withResolvers<string>();
  const bounds = { ...DEFAULT_BOUNDS, diskBytes: 20_000_000, memoryBytes: 200_000_000 };
  const unwatch = watchTree({ pidOf: () => child.pid, bounds, folders: [cwd], onExceeded: exceeded.resolve });
  onTestFinished(() => {
    unwatch();
    process.kill(-child.pid!, "SIGKILL");
  });
  return exceeded.promise;
}

const MAP_ONE_PAGE = `
import ctypes, os
with open("f", "wb+") as file:
    os.unlink("f")
    file.write(b"x" * 40_000_000)
    file.flush()
    libc = ctypes.CDLL(None)
    libc.mmap.restype = ctypes.c_void_p
    libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
    libc.mmap(None, 4096, 1, 2, file.fileno(), 0)
`;
it.runIf(isRoot)("counts all of a file without a name and descriptor of which one page is mapped", async () => {
  expect(await exceededBy(MAP_ONE_PAGE)).toBe("disk");
});

const OPEN_MANY = `
import os, resource
resource.setrlimit(resource.RLIMIT_NOFILE, (4000, 4000))
try:
    while True: os.open("/dev/null", 0)
except OSError: pass
for _ in range(15):
    if os.fork() == 0: break
`;
it("ends a tree that holds more descriptors than can be looked at again and again", { timeout: 30_000 }, async () => {
  expect(await exceededBy(OPEN_MANY)).toBe("disk");
});

it("counts memory that processes share with each other", async () => {
  expect(await exceededBy(`import mmap\nshared = mmap.mmap(-1, 300_000_000)\nshared.write(b"x" * 300_000_000)`)).toBe(
    "memory",
  );
});

it("tells a disk that others have filled from what the tree wrote itself", async ({ skip }) => {
  const disk = smallDisk(64);
  if (disk === undefined) return skip("nothing can be mounted here");
  onTestFinished(() => disk.unmount());
  expect(await exceededBy("", disk.folder)).toBe("disk_full");
});

it("counts it once", async () => {
  // Piece by piece: what is written is held beside what it is written to, and twice as much would be a reason.
  const program = `
import mmap, os
shared = mmap.mmap(-1, 120_000_000)
for _ in range(120): shared.write(b"x" * 1_000_000)
for _ in range(3):
    if os.fork() == 0:
        for at in range(0, len(shared), 4096): shared[at]
        break
else:
    # Beside what it shares, which alone is no reason.
    with open("f", "wb") as file:
        for _ in range(40): file.write(b"x" * 1_000_000)
`;
  expect(await exceededBy(program)).toBe("disk");
});

it.skipIf(isRoot)("takes a folder that it can list but not enter for one that hides something", async () => {
  expect(await exceededBy('import os\nos.mkdir("d")\nopen("d/f", "w").close()\nos.chmod("d", 0o444)')).toBe("disk");
});
