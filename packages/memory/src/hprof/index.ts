export type { HprofClass, HprofDump, HprofField, HprofHeap, HprofObject, HprofRoot, HprofValue } from "./hprof-dump.ts";
export { type HprofRootKind, type HprofType, TYPES as HPROF_TYPES } from "./hprof-format.ts";
export { writeHprof } from "./write-hprof.ts";
