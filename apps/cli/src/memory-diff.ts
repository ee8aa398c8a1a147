/** `udt memory diff`: what became of a process's memory, and whether that is more than it may. */
import { say as word } from "@udt/base";
import { MEMORY_BRANCH } from "@udt/contract";
import {
  compareSamples,
  MemoryFault,
  type MemorySample,
  NOISE_BYTES,
  type PartitionRule,
  readMemorySample,
} from "@udt/memory";
import type { Say } from "./device.ts";
import { bytesOf, filesOf, formatOf, Misuse, read } from "./memory-args.ts";
import { rulesOf } from "./memory-rules.ts";
import { baselineOf, keepingServer, keptSample, savedRules } from "./memory-server.ts";
import { comparisonReport, reportText } from "@udt/memory/report";

interface Compared {
  before: MemorySample;
  after: MemorySample;
  rules: readonly PartitionRule[];
}

/**
 * @returns whether the footprint grew by more than it may
 * @throws Misuse; MemoryFault for files that cannot be read, and where there is no such baseline; ApiError
 */
export async function diff(args: string[], say: Say, env: NodeJS.ProcessEnv): Promise<boolean> {
  const text = { type: "string" } as const;
  const options = { "fail-over": text, noise: text, format: text, partitions: text } as const;
  const { positionals, values } = read(args, { ...options, baseline: text, project: text, server: text });
  const format = formatOf(values.format);
  const noise = bytesOf("--noise", values.noise) ?? NOISE_BYTES;
  const most = bytesOf("--fail-over", values["fail-over"]);
  const own = values.partitions === undefined ? undefined : await rulesOf(values.partitions);
  const { before, after, rules } =
    values.baseline === undefined
      ? { ...(await twoSamples(positionals)), rules: own ?? [] }
      : await againstBaseline(positionals, { ...values, baseline: values.baseline, own }, env);
  const comparison = compareSamples(before, after, noise, rules);
  if (most !== undefined && !comparison.footprint) throw new MemoryFault(word("memory_no_footprint"));
  const isGrown = most !== undefined && (comparison.footprint?.delta ?? 0) > most;
  say.out(reportText(comparisonReport(comparison, { noise, most, isGrown }), format));
  return isGrown;
}

async function twoSamples(positionals: string[]) {
  const [before, after, more] = positionals;
  if (before === undefined || after === undefined || more !== undefined)
    throw new Misuse("diff needs BEFORE and AFTER, each a file or a folder");
  return { before: await sampleAt(before), after: await sampleAt(after) };
}

const sampleAt = async (path: string): Promise<MemorySample> => readMemorySample(await filesOf(path));

/** The files here are one sample, and the baseline is read from its files, which the server has. */
async function againstBaseline(
  positionals: string[],
  wish: {
    baseline: string;
    project?: string | undefined;
    server?: string | undefined;
    own: PartitionRule[] | undefined;
  },
  env: NodeJS.ProcessEnv,
): Promise<Compared> {
  if (positionals.length === 0) throw new Misuse("diff --baseline needs a FILE");
  const server = keepingServer(wish, env, "diff --baseline needs --project");
  const files = (await Promise.all(positionals.map(filesOf))).flat();
  const [app, branch] = appAndBranch(wish.baseline);
  const before = await keptSample(server, await baselineOf(server, app, branch));
  return { before, after: await readMemorySample(files), rules: wish.own ?? (await savedRules(server)) };
}

/** What is behind the last `@` is the branch; an app may have one in its name. */
function appAndBranch(text: string): [app: string, branch: string] {
  const at = text.lastIndexOf("@");
  return at < 0 ? [text, MEMORY_BRANCH] : [text.slice(0, at), text.slice(at + 1)];
}
