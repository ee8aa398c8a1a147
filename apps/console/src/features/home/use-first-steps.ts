import { useQuery } from "@tanstack/react-query";
import type { DataOf } from "@udt/contract";
import { homeEndpoints } from "@udt/contract/endpoints/home";
import { useState } from "react";
import { queryOf } from "../../lib/api/queries.ts";
import { useIsGuest, useUser } from "../../lib/session/index.ts";
import { local } from "../../lib/storage.ts";

export const FIRST_STEPS = ["touch", "run", "phone", "colleague", "library"] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

interface FirstSteps extends Pick<DataOf<typeof homeEndpoints.homeFirstSteps>, "device" | "job"> {
  done: ReadonlySet<FirstStep>;
  dismiss: () => void;
}

const keyOf = (user_id: string, project: string) => `udt_first_steps_${user_id}_${project}`;

/**
 * What somebody who is new in a project tries first, and what of it is done: by them, or for the project. Undefined once
 * all is done or they want to see no more of it, and while that is not known. Who has just put them away may have them back.
 */
export function useFirstSteps(project: string): FirstSteps | { restore: () => void } | undefined {
  const { user_id } = useUser();
  const key = keyOf(user_id, project);
  const [dismissedKey, setDismissedKey] = useState<string>();
  // A guest takes none of them.
  const isGuest = useIsGuest(project);
  const isOver = isGuest || dismissedKey === key || local.getItem(key) === "over";
  const { data } = useQuery({
    ...queryOf(homeEndpoints.homeFirstSteps, { query: { project } }),
    enabled: !isOver,
  });
  if (dismissedKey === key)
    return {
      restore: () => {
        local.removeItem(key);
        setDismissedKey(undefined);
      },
    };
  if (isOver || data === undefined) return undefined;
  const done = new Set(FIRST_STEPS.filter((step) => data[step]));
  if (done.size === FIRST_STEPS.length) return undefined;
  return {
    done,
    device: data.device,
    job: data.job,
    dismiss: () => {
      local.setItem(key, "over");
      setDismissedKey(key);
    },
  };
}
