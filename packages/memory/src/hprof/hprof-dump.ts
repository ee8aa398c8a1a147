import type { HprofRootKind, HprofType } from "./hprof-format.ts";

/** A part of Android's heap: what apps allocated, what came with the system's image, what the zygote made before any app. */
export const HPROF_HEAPS = { app: 0x41, image: 0x49, zygote: 0x5a } as const;
export type HprofHeap = keyof typeof HPROF_HEAPS;

/** An id, or what stands in a field: null is 0. A `long` may be a bigint. */
export type HprofValue = number | bigint;

export interface HprofField {
  name: string;
  type: HprofType;
}

/** All ids are the caller's: whole numbers from 1 to 2^32 - 1, each of one class or object alone. */
export interface HprofClass {
  id: number;
  /** As Java writes it: `java.lang.String`, `byte[]`, `java.lang.String[]`. */
  name: string;
  /** 0 for `java.lang.Object`. */
  super_id: number;
  /** Its own, without those of its super class. */
  fields: readonly HprofField[];
  statics?: readonly (HprofField & { value: HprofValue })[];
  /** Bytes of one instance, with its header and the fields of its super classes; 0 for arrays. */
  instance_size: number;
  heap: HprofHeap;
}

export type HprofObject = { id: number; heap: HprofHeap } & (
  | {
      kind: "instance";
      class_id: number;
      /** By the names of fields, its super classes' among them; those that are not told are 0. */
      values: Readonly<Record<string, HprofValue>>;
    }
  | { kind: "object_array"; class_id: number; elements: readonly number[] }
  | {
      kind: "primitive_array";
      type: Exclude<HprofType, "object">;
      /** Elements, all of which are 0. */
      length: number;
    }
);

export interface HprofRoot {
  kind: HprofRootKind;
  /** Of the object, or of the class. */
  id: number;
  /** Of the thread whose it is, where the kind has one. */
  thread?: number;
}

export interface HprofDump {
  /** Epoch milliseconds. */
  taken_at: number;
  /** What a reader of the raw file is to know before all else, as that it is simulated: the file's first record, a text nothing refers to. */
  note?: string;
  /** A class comes after its super class. */
  classes: readonly HprofClass[];
  roots: Iterable<HprofRoot>;
  objects: Iterable<HprofObject>;
}
