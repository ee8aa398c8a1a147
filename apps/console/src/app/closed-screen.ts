import type { Needed, ScreenRoute } from "./screen-route.ts";

interface Caller {
  /** Whether it is known yet what the caller may. */
  readonly known: boolean;
  readonly guest: boolean;
  readonly may: (privilege: Needed) => boolean;
}

/** Why a caller may not open a screen: they are no member, or hold none of the privileges that it takes. */
export type Closed = { by: "members" } | { by: "privileges"; needs: readonly Needed[] };

/** Whether a screen opens for a caller. While that is not known nothing of it shows, and nothing is asked for it. */
export function closedScreen(
  { members, needs }: Pick<ScreenRoute, "members" | "needs">,
  { known, guest, may }: Caller,
): Closed | "unknown" | undefined {
  if (!members && !needs) return undefined;
  if (!known) return "unknown";
  if (members && guest) return { by: "members" };
  if (needs && !needs.some(may)) return { by: "privileges", needs };
  return undefined;
}
