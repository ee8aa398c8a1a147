export type { HprofClass, HprofDump, HprofField, HprofHeap, HprofObject, HprofRoot, HprofValue } from "./hprof-dump.ts";
export type { HprofRootKind, HprofType } from "./hprof-format.ts";
export { writeHprof } from "./write-hprof.ts";
