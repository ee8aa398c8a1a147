import type { Test, TestKind } from "@udt/contract";
import { paths } from "../navigation/paths.ts";

type Placed = Pick<Test, "project_id" | "test_id" | "run">;

/** How the console shows tests of a kind. */
interface KindView {
  /** The page of a test. */
  page: (test: Placed) => string;
  /** Where somebody is at the screen of a device of it; undefined where the devices work by themselves. */
  screen: ((test: Omit<Placed, "run">, device_id: string) => string) | undefined;
  /** It runs something: that is its name, and its page is a report. */
  isRun: boolean;
  /** What a number of them is called. */
  figure: "sessions" | "runs";
}

/** All that differs by kind on the pages that show tests of any: a kind that has no row here does not compile. */
export const KIND_VIEWS: Readonly<Record<TestKind, KindView>> = {
  debug: {
    page: ({ project_id, test_id }) => `${paths.records(project_id)}?test_id=${encodeURIComponent(test_id)}`,
    screen: ({ project_id, test_id }, device_id) => paths.debug(project_id, test_id, device_id),
    isRun: false,
    figure: "sessions",
  },
  job: {
    page: ({ project_id, test_id, run }) => paths.run(project_id, test_id, run?.job_id ?? undefined),
    screen: undefined,
    isRun: true,
    figure: "runs",
  },
  // The platform's own, which is in nobody's records: the device tells of it.
  inspection: {
    page: ({ project_id }) => paths.deviceList(project_id),
    screen: undefined,
    isRun: false,
    figure: "sessions",
  },
};
