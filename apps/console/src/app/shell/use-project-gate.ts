import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { isReadOf } from "../../lib/api/keys.ts";
import { useStale } from "../../lib/api/queries.ts";
import { onNoPrivilege, onUnshown, type MissingThing } from "../../lib/errors/index.ts";
import { usePrivileges } from "../../lib/privileges/index.ts";

/** What stands where a project's screen would be: the project's closed door, or that something is not there. */
export type InPlace = "shut" | MissingThing | undefined;

/**
 * Document 1 §6: a project whose devices the caller may not see shows nothing of itself, and neither does a page about what is
 * not there. Each says so under its own address, which can be sent, loaded again, and be let in to. And a refusal for lack of
 * a privilege makes the page ask anew what the caller may do.
 */
export function useProjectGate(projectId: string | undefined, isProjectScreen: boolean): InPlace {
  const stale = useStale();
  const queryClient = useQueryClient();
  const { pathname, search } = useLocation();
  // All debug sessions of a project have one path.
  const at = `${pathname} ${new URLSearchParams(search).get("test_id") ?? ""}`;
  const privileges = usePrivileges(isProjectScreen ? projectId : undefined);
  const [missing, setMissing] = useState<{ at: string; what: MissingThing }>();
  // Stays while it is asked anew: the screen behind it would come and go, and each time be refused what it reads.
  const [shut, setShut] = useState<string>();
  const isShut = isProjectScreen && shut !== undefined && shut === projectId;
  const isFound = privileges.isShut || (privileges.known && !privileges.may("device.view"));
  if (isFound && !isShut) setShut(projectId);
  if (isShut && privileges.known && !isFound) setShut(undefined);
  useEffect(() => onNoPrivilege(() => void stale(["privilegeEnforce"])), [stale]);
  useEffect(() => {
    if (!isProjectScreen) return undefined;
    return onUnshown((what) => {
      if (what !== "shut") return setMissing({ at, what });
      const isAsking =
        queryClient.isFetching({ predicate: ({ queryKey }) => isReadOf(queryKey, ASKED, projectId) }) > 0;
      // Its own refusal is the answer, and who stands before the door is refused no more than that.
      if (!isAsking && !isShut) void stale(ASKED, projectId);
    });
  }, [isProjectScreen, projectId, at, queryClient, stale, isShut]);
  if (!isProjectScreen) return undefined;
  if (isFound || isShut) return "shut";
  return missing?.at === at ? missing.what : undefined;
}

const ASKED = ["privilegeEnforce"] as const;
