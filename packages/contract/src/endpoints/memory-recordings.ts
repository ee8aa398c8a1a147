/**
 * Recording memory at the device of a test: by who drives it, and what its agent sends of it. What an agent sends names its
 * lease; with one that has been released, or an older one, it is refused.
 */
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { LIMITS } from "../limits.ts";
import {
  MEMORY_RECORDING_PHASES,
  memoryInterval,
  memoryProcess,
  memoryProcessName,
  memoryRecording,
  memoryScene,
} from "../memory-recordings.ts";
import { bodyFlag, id, projectQuery, text, time } from "../shapes.ts";
import { said } from "../words.ts";
import { TEST_DEVICE_ERRORS, testDeviceParams } from "./test-device.ts";

const base = "/v1/api/tests/{test_id}/devices/{device_id}/memory";
const agentBase = "/v1/agent/tests/{test_id}/devices/{device_id}/memory/{recording_id}";
const agentParams = testDeviceParams.extend({ recording_id: id });
const agentErrors = ["test_not_found", "agent_stale_lease", "memory_recording_over"] as const;
const scene = memoryScene.default("");

export const memoryRecordingEndpoints = {
  memoryProcessList: endpoint({
    name: "memoryProcessList",
    method: "POST",
    path: `${base}/processes`,
    access: "driver",
    summary: "The processes of apps that run on the device, the one on its screen first.",
    params: testDeviceParams,
    query: projectQuery,
    response: z.object({ list: z.array(memoryProcess) }),
    errors: TEST_DEVICE_ERRORS,
  }),
  memoryRecordingGet: endpoint({
    name: "memoryRecordingGet",
    method: "GET",
    path: `${base}/recording`,
    access: "observer",
    summary: "The recording of memory that was begun last on this device in this test; null where there was none.",
    params: testDeviceParams,
    query: projectQuery,
    response: z.object({ recording: memoryRecording.nullable() }),
    errors: ["test_not_found", "test_not_in_project"],
  }),
  memoryRecordingStart: endpoint({
    name: "memoryRecordingStart",
    method: "POST",
    path: `${base}/recording`,
    access: "driver",
    summary:
      "Record the memory of a process: its agent takes samples by itself, or where it is asked to, until it is stopped, the session is over or the trace is full. They go into a trace of their own, or into one that is there.",
    params: testDeviceParams,
    query: projectQuery,
    body: z.object({
      process: memoryProcessName,
      every_seconds: memoryInterval,
      with_heap: bodyFlag.default(false),
      /** Where the samples go; a new trace is made where there is none. */
      trace_id: id.nullable().default(null),
      /** Of the new trace; empty: as the process. */
      name: text(LIMITS.name_max).trim().default(""),
      app_name: text(LIMITS.name_max).trim().default(""),
      app_version: text(LIMITS.name_max).trim().default(""),
    }),
    response: memoryRecording,
    errors: [
      ...TEST_DEVICE_ERRORS,
      "memory_recording_on",
      "memory_trace_not_found",
      "memory_trace_limit",
      "memory_sample_limit",
    ],
  }),
  memoryRecordingSample: endpoint({
    name: "memoryRecordingSample",
    method: "POST",
    path: `${base}/recording/samples`,
    access: "driver",
    summary: "Take a sample now, with the name of its scene. It is in the trace once it has been taken.",
    params: testDeviceParams,
    query: projectQuery,
    body: z.object({ label: scene }),
    response: z.null(),
    errors: [...TEST_DEVICE_ERRORS, "memory_recording_over", "memory_sampling_busy"],
  }),
  memoryRecordingStop: endpoint({
    name: "memoryRecordingStop",
    method: "DELETE",
    path: `${base}/recording`,
    access: "driver",
    summary: "Take no more samples; one that is being taken is left out.",
    params: testDeviceParams,
    query: projectQuery,
    response: memoryRecording,
    errors: ["test_not_found", "test_not_in_project", "test_watched", "memory_recording_over"],
  }),
  agentMemoryFile: endpoint({
    name: "agentMemoryFile",
    method: "PUT",
    path: `${agentBase}/files`,
    access: "agent",
    summary: "Hand in a file of the sample that is being taken. What no sample is made of is not kept.",
    params: agentParams,
    query: z.object({ lease_token: z.coerce.number().int().positive() }),
    body: z.unknown(),
    body_kind: "bytes",
    response: z.object({ file_id: id, size_bytes: z.int() }),
    errors: [...agentErrors, "body_too_large", "storage_full"],
  }),
  agentMemorySample: endpoint({
    name: "agentMemorySample",
    method: "POST",
    path: `${agentBase}/samples`,
    access: "agent",
    summary:
      "Make a sample of files that were handed in, or say why none could be taken. One of a number that is there already changes nothing.",
    params: agentParams,
    body: z.object({
      lease_token: z.int().positive(),
      number: z.int().positive().max(1_000_000),
      label: scene,
      taken_at: time,
      files: z
        .array(z.object({ file_id: id, file_name: text(LIMITS.file_name_max).min(1) }))
        .max(LIMITS.memory_files_max),
      notes: z.array(said).max(LIMITS.memory_notes_max),
      /** Why it has no files; null where it has some. */
      fault: said.nullable(),
    }),
    response: z.null(),
    errors: [...agentErrors, "memory_file_not_found"],
  }),
  agentMemoryPhase: endpoint({
    name: "agentMemoryPhase",
    method: "POST",
    path: `${agentBase}/phase`,
    access: "agent",
    summary: "Say what is done at the device for a recording.",
    params: agentParams,
    body: z.object({ lease_token: z.int().positive(), phase: z.enum(MEMORY_RECORDING_PHASES) }),
    response: z.null(),
    errors: agentErrors,
  }),
};
