/**
 * What of the kernel scripts need not: a filter of system calls, as classic BPF.
 * https://www.kernel.org/doc/html/v6.12/userspace-api/seccomp_filter.html; what is closed is about what container engines
 * close: https://github.com/moby/profiles/blob/seccomp/v0.1.0/seccomp/default_linux.go
 */
import { existsSync } from "node:fs";

/** Numbers on x86-64 and on arm64, where undefined means that there is none: the kernel's own `unistd.h`. */
const CLOSED: Readonly<Record<string, readonly [number, number | undefined]>> = {
  // What is mounted, and roots.
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  open_tree: [428, 428],
  move_mount: [429, 429],
  mount_setattr: [442, 442],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  fanotify_init: [300, 262],
  // Namespaces; `clone` is looked at more closely.
  unshare: [272, 97],
  setns: [308, 268],
  // Other processes.
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  pidfd_getfd: [438, 438],
  process_madvise: [440, 440],
  kcmp: [312, 272],
  move_pages: [279, 239],
  migrate_pages: [256, 238],
  // Large parts of the kernel that many of its faults were in.
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  // Their memory belongs to nobody whose memory is counted: `/dev/shm` has a size.
  memfd_create: [319, 279],
  memfd_secret: [447, 447],
  // The machine as a whole.
  acct: [163, 89],
  clock_adjtime: [305, 266],
  clock_settime: [227, 112],
  settimeofday: [164, 170],
  delete_module: [176, 106],
  finit_module: [313, 273],
  init_module: [175, 105],
  ioperm: [173, undefined],
  iopl: [172, undefined],
  kexec_file_load: [320, 294],
  kexec_load: [246, 104],
  lookup_dcookie: [212, 18],
  modify_ldt: [154, undefined],
  nfsservctl: [180, 42],
  reboot: [169, 142],
  setdomainname: [171, 162],
  sethostname: [170, 161],
  swapoff: [168, 225],
  swapon: [167, 224],
  sysfs: [139, undefined],
  syslog: [103, 116],
  uselib: [134, undefined],
  ustat: [136, undefined],
  vhangup: [153, 58],
};

/** By Node's name: place in {@link CLOSED}, `AUDIT_ARCH_…`, and the calls that the filter or its launcher needs by number. */
const ARCHITECTURES = {
  x64: { at: 0, audit: 0xc000003e, clone: 56, clone3: 435, socket: 41, prctl: 157 },
  arm64: { at: 1, audit: 0xc00000b7, clone: 220, clone3: 435, socket: 198, prctl: 167 },
} as const;

/** The last call that was looked at, Linux 6.13's. Programs ask newer ones whether they are there. */
const LAST = 466;
/** Calls of x86-64's 32-bit kind, which have numbers of their own. */
const X32 = 0x4000_0000;
/** `CLONE_NEWNS`, `…CGROUP`, `…UTS`, `…IPC`, `…USER`, `…PID` and `…NET`, of `linux/sched.h`. */
const NEW_NAMESPACES = 0x7e02_0000;
const [AF_UNIX, AF_INET, AF_INET6, AF_NETLINK] = [1, 2, 10, 16];
const [EPERM, ENOSYS, EAFNOSUPPORT] = [1, 38, 97];

const [LOAD, IF_EQUAL, IF_ABOVE, IF_ANY, RETURN] = [0x20, 0x15, 0x25, 0x45, 0x06];
const ALLOW = 0x7fff_0000;
const refuse = (errno: number): number => 0x0005_0000 | errno;
/** Where `struct seccomp_data` has the call's number, its architecture, and the lower half of each argument. */
const [NUMBER, ARCHITECTURE] = [0, 4];
const argument = (index: number): number => 16 + 8 * index;

type Step = readonly [code: number, value: number, yes?: number, no?: number];
const load = (offset: number): Step => [LOAD, offset];
const answer = (value: number): Step => [RETURN, value];
/** Answers with `value` when what was loaded is so, and goes on otherwise. */
const when = (code: number, operand: number, value: number): Step[] => [[code, operand, 0, 1], answer(value)];

/** What sets the filter in the process that becomes the script: Node cannot, and util-linux only since 2.41. */
const PERL = "/usr/bin/perl";

export interface SystemCallFilter {
  /** `struct sock_filter`s, eight bytes each. */
  program: Buffer;
  /** The number of `prctl`, which sets it. */
  prctl: number;
}

/** The filter, where it can be set. */
export const filterHere = (): SystemCallFilter | undefined => (existsSync(PERL) ? systemCallFilter() : undefined);

/**
 * The filter for this machine; undefined where there is none for its processor. What is closed answers `EPERM`, and what
 * is newer than the filter, `ENOSYS`, as on an older kernel. `clone3` does so too: its words are in memory, where a filter
 * cannot look, and every C library then falls back to `clone`. Sockets are those of one machine and of the internet; not
 * those that reach a virtual machine's host.
 */
export function systemCallFilter(architecture: string = process.arch): SystemCallFilter | undefined {
  if (architecture !== "x64" && architecture !== "arm64") return undefined;
  const { at, audit, clone, clone3, socket, prctl } = ARCHITECTURES[architecture];
  const closed = Object.values(CLOSED).flatMap((numbers) => numbers[at] ?? []);
  const ofClone = [load(argument(0)), ...when(IF_ANY, NEW_NAMESPACES, refuse(EPERM)), answer(ALLOW)];
  const ofSocket = [
    load(argument(0)),
    ...[AF_UNIX, AF_INET, AF_INET6, AF_NETLINK].flatMap((family) => when(IF_EQUAL, family, ALLOW)),
    answer(refuse(EAFNOSUPPORT)),
  ];
  const steps: Step[] = [
    load(ARCHITECTURE),
    [IF_EQUAL, audit, 1, 0],
    answer(refuse(ENOSYS)),
    load(NUMBER),
    ...(architecture === "x64" ? when(IF_ABOVE, X32 - 1, refuse(ENOSYS)) : []),
    ...when(IF_ABOVE, LAST, refuse(ENOSYS)),
    ...when(IF_EQUAL, clone3, refuse(ENOSYS)),
    [IF_EQUAL, clone, 0, ofClone.length],
    ...ofClone,
    [IF_EQUAL, socket, 0, ofSocket.length],
    ...ofSocket,
    ...closed.flatMap((number) => when(IF_EQUAL, number, refuse(EPERM))),
    answer(ALLOW),
  ];
  const program = Buffer.alloc(steps.length * 8);
  for (const [index, [code, value, yes = 0, no = 0]] of steps.entries()) {
    program.writeUInt16LE(code, index * 8);
    program.writeUInt8(yes, index * 8 + 2);
    program.writeUInt8(no, index * 8 + 3);
    program.writeUInt32LE(value >>> 0, index * 8 + 4);
  }
  return { program, prctl };
}
