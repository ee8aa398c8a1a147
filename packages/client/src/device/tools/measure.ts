/** Log, performance and recordings of a session. */
import {
  LIMITS,
  packageName,
  performanceToBrowser,
  shapes,
  SERIES_NAMES,
  type LogLine,
  type Resource,
} from "@udt/contract";
import { z } from "zod";
import { sessionTool, type Tool } from "./tool.ts";

const LINES_DEFAULT = 200;
const LEVELS = ["V", "D", "I", "W", "E", "F"] as const;
const logLine = z.object({
  time: z.number(),
  level: z.enum(LEVELS),
  tag: z.string(),
  pid: z.int(),
  message: z.string(),
});
const file = shapes.resource.pick({ resource_id: true, name: true, kind: true, size_bytes: true, state: true });
const [sampleMessage] = performanceToBrowser.options;
const sample = sampleMessage.omit({ type: true });

const shownLine = ([time, level, tag, pid, _tid, message]: LogLine) => ({ time, level, tag, pid, message });
const shownFile = ({ resource_id, name, kind, size_bytes, state }: Resource) => {
  return { resource_id, name, kind, size_bytes, state };
};

export const MEASURE_TOOLS: readonly Tool[] = [
  sessionTool(
    {
      name: "log",
      title: "Read the log",
      description:
        "Lines of the device's log, oldest first, of the newest thousand. Give the next_since of one answer as since of the next call to read on.",
      reads: true,
      input: {
        since: z.number().min(0).default(0).describe("Epoch milliseconds by the device's clock"),
        level: z.enum(LEVELS).default("V").describe("This level and those above it"),
        tag: z.string().optional(),
        contains: z.string().optional().describe("Only lines with this in their message"),
        lines: z.int().min(1).max(1_000).default(LINES_DEFAULT).describe("No more than the newest so many"),
      },
      output: { lines: z.array(logLine), next_since: z.number() },
    },
    async (session, { since, level, tag, contains, lines: max }) => {
      const read = await session.log(since);
      const lines = read
        .map(shownLine)
        .filter((line) => LEVELS.indexOf(line.level) >= LEVELS.indexOf(level))
        .filter((line) => (tag === undefined || line.tag === tag) && line.message.includes(contains ?? ""))
        .slice(-max);
      const last = read.at(-1)?.[0];
      const text = lines.map((line) => `${line.time} ${line.level} ${line.tag} ${line.pid}: ${line.message}`);
      return { data: { lines, next_since: last === undefined ? since : last + 1 }, text: text.join("\n") };
    },
  ),
  sessionTool(
    {
      name: "performance",
      title: "Measure performance",
      description: `A sample a second of an app, or of the device alone: ${SERIES_NAMES.join(", ")}. Memory, traffic, battery and temperature are read less often, and null between.`,
      reads: true,
      input: {
        package_name: packageName.optional(),
        seconds: z.int().min(1).max(30).default(3),
      },
      output: { samples: z.array(sample) },
      places: ["package_name"],
    },
    async (session, { package_name, seconds }) => {
      const samples = await session.performance(package_name ?? null, seconds);
      return { data: { samples: samples.map((one) => sample.parse(one)) } };
    },
  ),
  sessionTool(
    {
      name: "record",
      title: "Record the screen",
      description: `Begins (start) or ends (stop) a recording of screen, input and log, or saves the last ${LIMITS.recent_seconds} seconds (save_recent). The files are the test's.`,
      reads: false,
      input: { act: z.enum(["start", "stop", "save_recent"]) },
      output: { name: z.string().nullable().describe("null: nothing was being recorded"), files: z.array(file) },
      places: ["act"],
    },
    async (session, { act }) => {
      const { name, files } = await session.record(act);
      return { data: { name, files: files.map(shownFile) }, text: name ?? "Nothing was being recorded." };
    },
  ),
];
