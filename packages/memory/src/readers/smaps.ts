/**
 * `/proc/PID/smaps` and `smaps_rollup`. A mapping is a line of `/proc/PID/maps` and what it holds, in kB of 1024 bytes:
 * https://github.com/torvalds/linux/blob/94220f1123f37ad40fd278468ee56f0c64308d5a/Documentation/filesystems/proc.rst
 * https://github.com/torvalds/linux/blob/2135a6ec3eb9633727f657f020e27048fb7c105a/fs/proc/task_mmu.c
 */
import type { Place } from "../fault.ts";
import { RegionTable, totalsOf } from "../regions.ts";
import type { Totals } from "../sample.ts";
import { AndroidTypes } from "./android-types.ts";
import type { Findings, LineReader, MemoryFormat } from "./format.ts";

/** `12c00000-32c00000 rw-p 00000000 00:00 0    [anon:dalvik-main space]`; 32-bit addresses have eight digits. */
const MAPPING =
  /^([0-9a-f]{1,16})-([0-9a-f]{1,16}) [-r][-w][-x][-ps] [0-9a-f]{1,16} [0-9a-f:]{1,16} \d{1,20}(?: (.*))?$/;
/** `Private_Dirty:     11420 kB`; `VmFlags: rd wr` and others are no sizes. */
const FIELD = /^([A-Z]\w*):(.*)$/;
const SIZE = /^(\d{1,16}) kB$/;
const FIELD_EXPECTED = "Name: SIZE kB";
const MAPPING_EXPECTED = "START-END PERMS OFFSET DEV INODE [NAME]";
const ROLLUP = "[rollup]";
const KB = 1024;

export const smaps: MemoryFormat = {
  name: "smaps",
  begins: (line) => MAPPING.test(line),
  read: (place) => new SmapsReader(place),
};

interface Mapping {
  start: string;
  end: string;
  name: string;
  /** In kB, by the kernel's names. */
  sizes: Map<string, number>;
  lastField: string;
}

class SmapsReader implements LineReader {
  readonly #place: Place;
  readonly #types = new AndroidTypes();
  readonly #regions = new RegionTable();
  #mapping: Mapping | undefined;
  /** The kernel ends every mapping of a file by the same field. */
  #lastField: string | undefined;
  #rollup: Totals | undefined;
  #pss = 0;

  constructor(place: Place) {
    this.#place = place;
  }

  line(text: string): void {
    const begin = MAPPING.exec(text);
    if (begin) {
      this.#finish();
      const [, start = "", end = "", name = ""] = begin;
      this.#mapping = { start, end, name: name.trim(), sizes: new Map(), lastField: "" };
      return;
    }
    const field = FIELD.exec(text);
    if (!field) throw this.#place.unexpected(this.#mapping ? FIELD_EXPECTED : MAPPING_EXPECTED, text);
    if (!this.#mapping) throw this.#place.unexpected(MAPPING_EXPECTED, text);
    const [, name = "", value = ""] = field;
    const [, size] = SIZE.exec(value.trim()) ?? [];
    this.#mapping.lastField = name;
    if (size !== undefined) this.#mapping.sizes.set(name, this.#place.counted(Number(size) * KB, text));
    // Old kernels of Android name an anonymous mapping beside it.
    if (name === "Name" && this.#mapping.name === "") this.#mapping.name = value.trim();
  }

  end(): Findings {
    this.#finish();
    const regions = this.#regions.sorted();
    const totals = this.#rollup ?? totalsOf(regions);
    return { footprints: { mapped_pss: this.#pss }, regions, totals };
  }

  #finish(): void {
    const { start, end, name, sizes, lastField } = this.#mapping ?? {};
    if (start === undefined || end === undefined || name === undefined || !sizes) return;
    const of = (field: string) => sizes.get(field);
    this.#lastField ??= lastField;
    const [resident, pss] = [of("Rss"), of("Pss")];
    if (resident === undefined || pss === undefined || of("Locked") === undefined)
      throw this.#place.cut("Rss: SIZE kB, Pss: SIZE kB, Locked: SIZE kB");
    if (lastField !== this.#lastField) throw this.#place.cut(`${this.#lastField}:`);
    const swapPss = of("SwapPss");
    const columns = {
      virtual: of("Size") ?? null,
      resident,
      // What others could not use either, were this process gone.
      dirty: of("Private_Dirty") ?? null,
      // A page of the zygote that is swapped out is everybody's.
      swapped: swapPss ?? of("Swap") ?? null,
      count: 1,
    };
    const footprint = pss + (swapPss ?? 0);
    this.#pss += footprint;
    if (name === ROLLUP)
      this.#rollup = totalsOf([{ ...columns, count: null, volatile: null, nonvolatile: null, empty: null }]);
    else this.#regions.add(this.#types.typeOf(name, start, end), columns, footprint);
  }
}
