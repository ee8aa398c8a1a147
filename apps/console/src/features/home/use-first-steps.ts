import { useQuery } from "@tanstack/react-query";
import { deviceEndpoints } from "@udt/contract/endpoints/devices";
import { jobEndpoints } from "@udt/contract/endpoints/jobs";
import { libraryEndpoints } from "@udt/contract/endpoints/libraries";
import { memberEndpoints } from "@udt/contract/endpoints/members";
import { LIMITS, type Device, type Job } from "@udt/contract";
import { useState } from "react";
import { queryOf } from "../../lib/api/queries.ts";
import { useMay } from "../../lib/privileges/index.ts";
import { useIsGuest, useUser } from "../../lib/session/index.ts";
import { useRecentTests } from "../../lib/statistics/index.ts";
import { KIND_VIEWS } from "../../lib/tests/index.ts";
import { local } from "../../lib/storage.ts";

export const FIRST_STEPS = ["touch", "run", "phone", "colleague", "library"] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

interface FirstSteps {
  done: ReadonlySet<FirstStep>;
  /** A phone that is free now. */
  device: Device | undefined;
  /** The task that was there first: the demo's, in a new project. */
  job: Job | undefined;
  dismiss: () => void;
}

const keyOf = (user_id: string, project: string) => `udt_first_steps_${user_id}_${project}`;

/**
 * What somebody who is new in a project tries first, and what of it is done: by them, or for the project. Undefined once
 * all is done or they want to see no more of it, and while that is not known.
 */
export function useFirstSteps(project: string): FirstSteps | undefined {
  const { user_id } = useUser();
  const key = keyOf(user_id, project);
  const [dismissedKey, setDismissedKey] = useState<string>();
  // A guest takes none of them.
  const isGuest = useIsGuest(project);
  const isOver = isGuest || dismissedKey === key || local.getItem(key) === "over";
  const seesCases = useMay(project, "case.view");
  const query = { project };
  const enabled = !isOver;
  const one = { ...query, page_size: LIMITS.page_size_max };
  const tests = useRecentTests(project, undefined, LIMITS.recent_tests_max, enabled);
  const devices = useQuery({ ...queryOf(deviceEndpoints.deviceList, { query: one }), enabled });
  const members = useQuery({
    ...queryOf(memberEndpoints.memberList, { params: { project_id: project }, query: { page_size: 1 } }),
    enabled,
  });
  const cases = { enabled: enabled && seesCases };
  const libraries = useQuery({ ...queryOf(libraryEndpoints.libraryList, { query: one }), ...cases });
  const jobs = useQuery({ ...queryOf(jobEndpoints.jobList, { query: one }), ...cases });
  const reads = [tests, devices, members, ...(seesCases ? [libraries, jobs] : [])];
  if (isOver || reads.some(({ data }) => data === undefined)) return undefined;
  const mine = tests.data?.list ?? [];
  const isDone: Record<FirstStep, boolean> = {
    touch: mine.some(({ kind }) => !KIND_VIEWS[kind].isRun),
    run: mine.some(({ kind }) => KIND_VIEWS[kind].isRun),
    phone: devices.data?.list.some(({ is_virtual }) => !is_virtual) ?? false,
    colleague: (members.data?.total ?? 0) > 1,
    library: libraries.data?.list.some(({ is_builtin }) => !is_builtin) ?? false,
  };
  const done = new Set(FIRST_STEPS.filter((step) => isDone[step]));
  if (done.size === FIRST_STEPS.length) return undefined;
  return {
    done,
    device: devices.data?.list.find(({ state }) => state === "idle"),
    job: jobs.data?.list.toSorted((a, b) => a.created_at - b.created_at)[0],
    dismiss: () => {
      local.setItem(key, "over");
      setDismissedKey(key);
    },
  };
}
