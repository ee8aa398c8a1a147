/** What the core asks of a kind of test. It reaches the kinds only by this table, and names none of them. */
import type { DeviceWork, EndReason, ProjectContents, Test, TestKind } from "@udt/contract";
import type { Queries } from "../../platform/database/database.ts";
import type { Causes, Held, Progress } from "../devices/devices.service.ts";
import type { Change, RunningPhase } from "./change.ts";
import type { EndedPart } from "./held-part.ts";
import type { GoneTests } from "./gone-tests.repository.ts";
import { countByKind } from "./test-counts.repository.ts";
import type { TestRow } from "./tests.repository.ts";

export interface KindRules extends RunningPhase {
  /** Whether a test ends with any of its devices; else the others go on, until {@link devicesEnded} says that nothing is left. */
  readonly ends_with_device: boolean;
  /** Whether a test ends when nobody does anything at its devices. */
  readonly ends_by_inactivity: boolean;
  /** Whether a test's time counts from its first device on: until then it waited for one, and its deadline was that of its waiting. */
  readonly waits_for_device: boolean;
  /** Whether a test ends as soon as somebody wants a device that it has. */
  readonly yields: boolean;
  /** Whether its tests get no device that is reported as broken. */
  readonly wants_sound: boolean;
  /** What such tests are among what a project has. */
  readonly counts_as: "sessions" | "runs";
  /** Counts what else the kind keeps for a project. */
  countsOf?(db: Queries, project_id: string): Promise<Partial<ProjectContents>>;
  /** Files that the kind keeps of tests that are deleted, which nobody owns then. Rows that hang on tests go by themselves. */
  filesOf?(tx: Queries, tests: GoneTests): Promise<string[]>;
  /** What such tests are called and how they came out; for a kind whose tests have names. */
  namesOf?(db: Queries, test_ids: readonly string[]): Promise<ReadonlyMap<string, TestName>>;
  /** What such tests have a device do; for a kind that does one of several things. */
  worksOf?(db: Queries, test_ids: readonly string[]): Promise<ReadonlyMap<string, ToldWork>>;
  /** Why such tests have a device, and for which project; for a kind whose tests are the platform's. */
  causesOf?(db: Queries, test_ids: readonly string[]): Promise<Causes>;
  /** By test, how far the devices are that work for it now; for a kind whose work is counted. */
  progressOf?(db: Queries, test_ids: readonly string[]): Promise<Progress>;
  /** For which project a test is; for a kind whose tests are the platform's. */
  projectOf?(db: Queries, test_id: string): Promise<string | null>;
  /** A test that waited gets its first devices, within the transaction that gives them. */
  begun?(change: Change, test: TestRow): Promise<void>;
  /**
   * Devices' parts ended, within the transaction that ends them. Answers the tests that have nothing more to do.
   * @param ended of tests of this kind that have not ended
   */
  devicesEnded?(change: Change, ended: readonly EndedPart[]): Promise<TestRow[]>;
  /** Tests that wait for a device in vain: it was taken out of use, and they are not to wait until it is put back, or it was given to others. */
  vainFor?(db: Queries, device_id: string): Promise<string[]>;
  /** A test ended, within the transaction that ends it. */
  testEnded?(change: Change, test: TestRow, reason: EndReason): Promise<void>;
}

export type Kinds = Readonly<Record<TestKind, KindRules>>;

/** What a test of the platform has a device do, who asked for it, and whether it came out with warnings. */
export interface ToldWork {
  work: DeviceWork;
  /** Null: a tag did. */
  user_name: string | null;
  has_warnings: boolean;
}

/** What a test is called, and below what its report lies. */
export type TestName = NonNullable<Test["run"]>;

/** What each of some tests' kinds tells of them, by test. */
async function told<T>(
  tests: Held,
  tell: (kind: TestKind, test_ids: string[]) => Promise<ReadonlyMap<string, T>> | undefined,
): Promise<Map<string, T>> {
  const known = new Map<string, T>();
  for (const [kind, ofKind] of Map.groupBy(tests, (test) => test.kind)) {
    const ids = [...new Set(ofKind.map(({ test_id }) => test_id))];
    for (const [test_id, one] of (await tell(kind, ids)) ?? []) known.set(test_id, one);
  }
  return known;
}

/** How far those tests are of which that can be told. */
export const progressOf = (kinds: Kinds, db: Queries, tests: Held): Promise<Progress> =>
  told(tests, (kind, ids) => kinds[kind].progressOf?.(db, ids));

/** The names of those tests that have any. */
export const namesOf = (kinds: Kinds, db: Queries, tests: Held): Promise<Map<string, TestName>> =>
  told(tests, (kind, ids) => kinds[kind].namesOf?.(db, ids));

/** Why those tests have their devices of which that is told. */
export const causesOf = (kinds: Kinds, db: Queries, tests: Held): Promise<Causes> =>
  told(tests, (kind, ids) => kinds[kind].causesOf?.(db, ids));

/** What those tests have their devices do of which that is told. */
export const worksOf = (kinds: Kinds, db: Queries, tests: Held): Promise<Map<string, ToldWork>> =>
  told(tests, (kind, ids) => kinds[kind].worksOf?.(db, ids));

/** The kinds of which something is so. */
export const kindsThat = (kinds: Kinds, is: (rules: KindRules) => boolean): TestKind[] =>
  (Object.keys(kinds) as TestKind[]).filter((kind) => is(kinds[kind]));

/** What projects have of every kind. */
export async function countsOf(kinds: Kinds, db: Queries, project_id: string): Promise<Partial<ProjectContents>> {
  const counts: Partial<ProjectContents> = { running_tests: 0 };
  const found = await countByKind(db, project_id);
  for (const [kind, rules] of Object.entries(kinds)) {
    const { total = 0, open = 0 } = found.find((one) => one.kind === kind) ?? {};
    counts[rules.counts_as] = (counts[rules.counts_as] ?? 0) + total;
    counts.running_tests = (counts.running_tests ?? 0) + open;
    Object.assign(counts, await rules.countsOf?.(db, project_id));
  }
  return counts;
}

/** The files that kinds keep of tests that are deleted. */
export async function filesOf(kinds: Kinds, tx: Queries, tests: GoneTests): Promise<string[]> {
  const files: string[] = [];
  for (const rules of Object.values(kinds)) files.push(...((await rules.filesOf?.(tx, tests)) ?? []));
  return files;
}
