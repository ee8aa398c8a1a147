/** What the core asks of a kind of test. It reaches the kinds only by this table, and names none of them. */
import type { EndReason, TestKind } from "@udt/contract";
import type { Change, RunningPhase } from "./change.ts";
import type { EndedPart } from "./held-part.ts";
import type { TestRow } from "./tests.repository.ts";

export interface KindRules extends RunningPhase {
  /** Whether a test ends with any of its devices; else the others go on, until {@link devicesEnded} says that nothing is left. */
  readonly ends_with_device: boolean;
  /** Whether a test ends when nobody does anything at its devices. */
  readonly ends_by_inactivity: boolean;
  /** Whether a test's time counts from its first device on: until then it waited for one, and its deadline was that of its waiting. */
  readonly waits_for_device: boolean;
  /**
   * Devices' parts ended, within the transaction that ends them. Answers the tests that have nothing more to do.
   * @param ended of tests of this kind that have not ended
   */
  devicesEnded?(change: Change, ended: readonly EndedPart[]): Promise<TestRow[]>;
  /** A test ended, within the transaction that ends it. */
  testEnded?(change: Change, test: TestRow, reason: EndReason): Promise<void>;
}

export type Kinds = Readonly<Record<TestKind, KindRules>>;

/** The kinds of which something is so. */
export const kindsThat = (kinds: Kinds, is: (rules: KindRules) => boolean): TestKind[] =>
  (Object.keys(kinds) as TestKind[]).filter((kind) => is(kinds[kind]));
