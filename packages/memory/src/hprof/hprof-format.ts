/**
 * What a heap dump of Java is made of: what the JVM's and Android's have in common, and what Android's (`JAVA PROFILE 1.0.3`) has
 * besides.
 * https://github.com/openjdk/jdk17u/blob/master/src/hotspot/share/services/heapDumper.cpp
 * https://android.googlesource.com/platform/art/+/refs/heads/main/runtime/hprof/hprof.cc
 */

/** A record: a tag, four bytes of time, four of length. */
export const RECORD = {
  string: 0x01,
  load_class: 0x02,
  stack_trace: 0x05,
  heap_dump: 0x0c,
  heap_dump_segment: 0x1c,
  heap_dump_end: 0x2c,
} as const;

/** What a segment of the heap is made of, besides its roots. They tell no length: it follows from what they are. */
export const PART = {
  class_dump: 0x20,
  instance: 0x21,
  object_array: 0x22,
  primitive_array: 0x23,
  primitive_array_nodata: 0xc3,
  heap_info: 0xfe,
} as const;

/** What keeps an object: its tag, how many ids of its own follow the object's, and how many numbers of four bytes then. */
export const ROOTS = {
  unknown: { tag: 0xff, ids: 0, numbers: 0 },
  jni_global: { tag: 0x01, ids: 1, numbers: 0 },
  jni_local: { tag: 0x02, ids: 0, numbers: 2 },
  java_frame: { tag: 0x03, ids: 0, numbers: 2 },
  native_stack: { tag: 0x04, ids: 0, numbers: 1 },
  sticky_class: { tag: 0x05, ids: 0, numbers: 0 },
  thread_block: { tag: 0x06, ids: 0, numbers: 1 },
  monitor_used: { tag: 0x07, ids: 0, numbers: 0 },
  thread_object: { tag: 0x08, ids: 0, numbers: 2 },
  interned_string: { tag: 0x89, ids: 0, numbers: 0 },
  finalizing: { tag: 0x8a, ids: 0, numbers: 0 },
  debugger: { tag: 0x8b, ids: 0, numbers: 0 },
  reference_cleanup: { tag: 0x8c, ids: 0, numbers: 0 },
  vm_internal: { tag: 0x8d, ids: 0, numbers: 0 },
  jni_monitor: { tag: 0x8e, ids: 0, numbers: 2 },
  unreachable: { tag: 0x90, ids: 0, numbers: 0 },
} as const;
export type HprofRootKind = keyof typeof ROOTS;

/** The kinds of values, with the bytes of one; an object is as long as an id. */
export const TYPES = {
  object: { tag: 2, bytes: 0 },
  boolean: { tag: 4, bytes: 1 },
  char: { tag: 5, bytes: 2 },
  float: { tag: 6, bytes: 4 },
  double: { tag: 7, bytes: 8 },
  byte: { tag: 8, bytes: 1 },
  short: { tag: 9, bytes: 2 },
  int: { tag: 10, bytes: 4 },
  long: { tag: 11, bytes: 8 },
} as const;
export type HprofType = keyof typeof TYPES;
