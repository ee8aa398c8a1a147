import { numbered, type Device, type Test } from "@udt/contract";
import { useT } from "../i18n/index.ts";
import { paths } from "../navigation/paths.ts";
import { KIND_VIEWS } from "./kinds.ts";

/** What people call a test: a run by its job, a debug session by its device. Never an id. */
export function useTestName() {
  const t = useT("tests");
  return ({ run, devices: [device] }: Pick<Test, "run" | "devices">): string =>
    (run && numbered(run)) || device?.model || device?.serial || t("debug");
}

/** The page of a test: a run's report, a debug session's record. */
export const testPath = (test: Pick<Test, "kind" | "project_id" | "test_id" | "run">): string =>
  KIND_VIEWS[test.kind].page(test);

/** The report of the run that has a device; undefined for a debug session, and for another project's run. */
export const runPathOf = (project: string, lease: NonNullable<Device["lease"]>): string | undefined =>
  lease.run ? paths.run(project, lease.test_id, lease.run.job_id ?? undefined) : undefined;

/**
 * Where somebody sees the session that has a device: back to their own, whichever project it is held through, or to watch
 * another's of this project. Undefined where there is nothing for them to see.
 */
export function sessionOf(
  of: { project: string; user_id: string; mayWatch: boolean },
  { device_id, state, lease }: Pick<Device, "device_id" | "state" | "lease">,
): { mine: boolean; path: string } | undefined {
  const screen = lease && KIND_VIEWS[lease.kind].screen;
  if (state !== "busy" || !lease || !screen || lease.project_id === null) return undefined;
  const { project_id, test_id } = lease;
  const mine = lease.user_id === of.user_id;
  if (!mine && (project_id !== of.project || !of.mayWatch)) return undefined;
  return { mine, path: screen({ project_id, test_id }, device_id) };
}
