/** How far runs are moves with each case: no event says so of a list, of which many may look at many. */
const FOLLOW_MS = 3_000;

interface Listed {
  state: { data: { list: readonly { execution: string }[] } | undefined };
}

/** How often a list of runs is read again: as long as one of them runs. */
export const whileTesting = ({ state }: Listed): number | false =>
  state.data?.list.some(({ execution }) => execution === "testing") ? FOLLOW_MS : false;
