/**
 * A profile as pprof keeps it, of which samples are read when all that they point to is known: they come first in the file.
 * https://github.com/google/pprof/blob/b9395ee17fa0d0013c3fd96ac9482318422ac337/proto/profile.proto
 */
import type { Place } from "../fault.ts";
import { LIMITS } from "../limits.ts";
import { NO_SYMBOL } from "../tree/frame-text.ts";
import { Message, type Whole } from "./wire.ts";

export interface Location {
  mapping: Whole;
  /** Functions, the innermost first: all but the last were made part of it by the compiler. */
  functions: Whole[];
}

/** What a profile's samples point to. */
export class Profile {
  /** What each of a sample's values is. */
  readonly types: { type: number; unit: number }[] = [];
  readonly samples: Message[] = [];
  default_type = 0;
  time_nanos: Whole = 0;
  readonly #names: Message[] = [];
  readonly #locations = new Map<Whole, Location>();
  /** Places of their names. */
  readonly #functions = new Map<Whole, number>();
  readonly #mappings = new Map<Whole, number>();
  readonly #place: Place;
  #entries = 0;

  /** @throws MemoryFault */
  constructor(bytes: Buffer, place: Place) {
    this.#place = place;
    const all = new Message(bytes, place);
    while (all.next()) this.#take(all);
  }

  /** @throws MemoryFault for one that is too long to be a name: many calls may have the same, each as a text of its own */
  nameAt(index: number): string {
    const name = this.#names[index];
    if (!name) return "";
    if (name.end - name.start > LIMITS.name_each) throw this.#place.long(LIMITS.name_each);
    return name.text();
  }

  /** Its calls, the outermost first. @throws MemoryFault */
  callsOf(location: Whole): { symbol: string; image: string }[] {
    const { functions, mapping } = this.#locations.get(location) ?? { functions: [], mapping: 0 };
    const path = this.nameAt(this.#mappings.get(mapping) ?? 0);
    const image = path.slice(path.lastIndexOf("/") + 1);
    if (functions.length === 0) return [{ symbol: NO_SYMBOL, image }];
    return functions
      .toReversed()
      .map((called) => ({ symbol: this.nameAt(this.#functions.get(called) ?? 0) || NO_SYMBOL, image }));
  }

  #take(all: Message): void {
    this.#entries += 1;
    if (this.#entries > LIMITS.pprof_entries) throw this.#place.many(LIMITS.pprof_entries);
    if (all.field === 1) this.#addType(all.message());
    else if (all.field === 2) this.samples.push(all.message());
    else if (all.field === 3) this.#addNamed(this.#mappings, all.message(), 5);
    else if (all.field === 4) this.#addLocation(all.message());
    else if (all.field === 5) this.#addNamed(this.#functions, all.message(), 2);
    else if (all.field === 6) this.#names.push(all.message());
    else if (all.field === 9) this.time_nanos = all.whole();
    else if (all.field === 14) this.default_type = all.index();
    else all.skip();
  }

  #addType(message: Message): void {
    const told = { type: 0, unit: 0 };
    while (message.next())
      if (message.field === 1) told.type = message.index();
      else if (message.field === 2) told.unit = message.index();
      else message.skip();
    this.types.push(told);
  }

  /** @param field where the place of its name is */
  #addNamed(named: Map<Whole, number>, message: Message, field: number): void {
    let [id, name]: [Whole, number] = [0, 0];
    while (message.next())
      if (message.field === 1) id = message.whole();
      else if (message.field === field) name = message.index();
      else message.skip();
    named.set(id, name);
  }

  #addLocation(message: Message): void {
    let id: Whole = 0;
    const location: Location = { mapping: 0, functions: [] };
    while (message.next())
      if (message.field === 1) id = message.whole();
      else if (message.field === 2) location.mapping = message.whole();
      else if (message.field === 4) location.functions.push(this.#functionOf(message.message()));
      else message.skip();
    if (location.functions.length > LIMITS.depth) throw this.#place.deep(LIMITS.depth);
    this.#locations.set(id, location);
  }

  #functionOf(line: Message): Whole {
    let called: Whole = 0;
    while (line.next())
      if (line.field === 1) called = line.whole();
      else line.skip();
    this.#entries += 1;
    return called;
  }
}
