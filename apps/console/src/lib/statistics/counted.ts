/** Figures that are counted anew now and then. */

/** No event tells of a minute that has passed, and runs end in projects whose events nobody here hears. */
export const REFRESH_MS = 60_000;
/** While runs that are over are still on their way into figures. */
const SOON_MS = 5_000;

/** When figures are asked for again that say how much of them is still to come. */
export const whileCounted = ({ state }: { state: { data?: { pending: number } | undefined } }): number =>
  state.data !== undefined && state.data.pending > 0 ? SOON_MS : REFRESH_MS;
