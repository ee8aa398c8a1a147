/** `/proc/PID/smaps`, `smaps_rollup` and `maps`, as Linux 5.15 writes them on Android. */
import { type Mapping, pssOf, rssOf } from "./mappings.ts";

/** The runtime's heap and images lie in the low four gigabytes, as its references have 32 bits. */
const LOW = 0x12c00000;
const HIGH = 0x6f_0000_0000;
const GAP = 0x1000;
const KB = 1024;
const NAME_COLUMN = 73;
const FILE_DEVICE = "fe:00";

interface Placed {
  mapping: Mapping;
  start: number;
  end: number;
}

/** What maps a file goes on where its segment before ended; between others a page is left. */
function placed(mappings: readonly Mapping[]): Placed[] {
  let at = LOW;
  let before: Mapping | undefined;
  return mappings.map((mapping) => {
    if (before && before.name !== mapping.name) at += GAP;
    if (mapping.name === "[anon:scudo:primary_reserve]") at = HIGH;
    const start = at;
    at += mapping.size * KB;
    before = mapping;
    return { mapping, start, end: at };
  });
}

const address = (value: number): string => value.toString(16).padStart(8, "0");

function headText({ mapping, start, end }: Placed): string {
  const isFile = mapping.name.startsWith("/");
  const offset = (mapping.offset * KB).toString(16).padStart(8, "0");
  const place = isFile ? `${offset} ${FILE_DEVICE} ${inodeOf(mapping.name)}` : "00000000 00:00 0";
  return `${`${address(start)}-${address(end)} ${mapping.perms} ${place} `.padEnd(NAME_COLUMN)}${mapping.name}`;
}

/** The same for the same file, and no other's. */
function inodeOf(path: string): number {
  let number = 0;
  for (let index = 0; index < path.length; index += 1) number = (number * 31 + path.charCodeAt(index)) % 99_991;
  return number + 1000;
}

const field = (name: string, kb: number): string => `${`${name}:`.padEnd(16)}${String(kb).padStart(8)} kB`;
const isAnonymous = ({ name }: Mapping): boolean => !name.startsWith("/");
const FLAGS: Readonly<Record<string, string>> = { r: "rd", w: "wr", x: "ex" };

function pageFields(mapping: Mapping, anonymous: number): string[] {
  return [
    field("Shared_Clean", mapping.shared_clean),
    field("Shared_Dirty", mapping.shared_dirty),
    field("Private_Clean", mapping.private_clean),
    field("Private_Dirty", mapping.private_dirty),
    field("Referenced", rssOf(mapping)),
    field("Anonymous", anonymous),
    field("LazyFree", 0),
    field("AnonHugePages", 0),
    field("ShmemPmdMapped", 0),
    field("FilePmdMapped", 0),
    field("Shared_Hugetlb", 0),
    field("Private_Hugetlb", 0),
    field("Swap", 0),
    field("SwapPss", 0),
    field("Locked", 0),
  ];
}

/** A page that was written to is no longer the file's. */
const anonymousOf = (mapping: Mapping): number => (isAnonymous(mapping) ? rssOf(mapping) : mapping.private_dirty);

export const mapsText = (mappings: readonly Mapping[]): string =>
  placed(mappings)
    .map((each) => `${headText(each)}\n`)
    .join("");

export const smapsText = (mappings: readonly Mapping[]): string =>
  placed(mappings)
    .flatMap((each) => {
      const { mapping } = each;
      const flags = [...mapping.perms].flatMap((letter) => FLAGS[letter] ?? []);
      return [
        headText(each),
        field("Size", mapping.size),
        field("KernelPageSize", 4),
        field("MMUPageSize", 4),
        field("Rss", rssOf(mapping)),
        field("Pss", pssOf(mapping)),
        ...pageFields(mapping, anonymousOf(mapping)),
        field("THPeligible", 0).replace(/ kB$/, ""),
        `VmFlags: ${[...flags, "mr", "mw", "me"].join(" ")} `,
      ];
    })
    .map((line) => `${line}\n`)
    .join("");

export function rollupText(mappings: readonly Mapping[]): string {
  const all = placed(mappings);
  const sum = (of: (mapping: Mapping) => number) => mappings.reduce((kb, mapping) => kb + of(mapping), 0);
  const total: Mapping = {
    type: "Unknown",
    name: "[rollup]",
    perms: "---p",
    offset: 0,
    size: sum(({ size }) => size),
    shared_clean: sum(({ shared_clean }) => shared_clean),
    shared_dirty: sum(({ shared_dirty }) => shared_dirty),
    private_clean: sum(({ private_clean }) => private_clean),
    private_dirty: sum(({ private_dirty }) => private_dirty),
  };
  const anonymousPss = sum((mapping) => (isAnonymous(mapping) ? pssOf(mapping) : mapping.private_dirty));
  const head = headText({ mapping: total, start: all[0]?.start ?? 0, end: all.at(-1)?.end ?? 0 });
  const lines = [
    head,
    field("Rss", rssOf(total)),
    field("Pss", pssOf(total)),
    field("Pss_Anon", anonymousPss),
    field("Pss_File", pssOf(total) - anonymousPss),
    field("Pss_Shmem", 0),
    ...pageFields(total, sum(anonymousOf)),
  ];
  return `${lines.join("\n")}\n`;
}
