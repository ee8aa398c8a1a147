import type { MemorySample, MemoryTrace } from "@udt/contract";

/** A trace of uploaded files, and a sample of it, for specs. */
export const TRACE: MemoryTrace = {
  trace_id: "t-1",
  name: "Shop",
  app_name: "Shop",
  app_version: "1",
  device_memory_gb: null,
  footprint_limit_bytes: null,
  created_at: 1_000,
  updated_at: 1_000,
  samples: 1,
  footprint_bytes: null,
  java_bytes: null,
  size_bytes: 10,
  user_name: "member",
  recording: null,
  is_deletable: false,
  is_kept: false,
};
export const SAMPLE: MemorySample = {
  sample_id: "m-1",
  trace_id: "t-1",
  number: 1,
  label: "",
  taken_at: 1_500,
  state: "read",
  size_bytes: 10,
  read_bytes: 10,
  fault: null,
  memgraph: null,
  notes: [],
  recording_id: null,
  created_at: 1_500,
  facts: null,
  files: [],
  user_name: "member",
};
