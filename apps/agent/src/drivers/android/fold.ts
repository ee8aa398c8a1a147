import type { FoldCapability } from "@udt/driver";
import { refusal } from "./apps.ts";
import type { Adb } from "@yume-chan/adb";
import { runLine } from "./shell.ts";

interface FoldState {
  identifier: number;
  name: string;
}

const isClosed = ({ name }: FoldState): boolean => /CLOSED|FOLDED/i.test(name) && !/UNFOLDED/i.test(name);
/** Fully open; `HALF_OPENED`, tents and rear displays are postures in between. */
const isOpen = ({ name }: FoldState): boolean => /^(OPEN|UNFOLD)/i.test(name);

/** `cmd device_state print-states`: `DeviceState{identifier=0, name='CLOSED', …}` a line. Names are the maker's own. */
export const parseFoldStates = (output: string): FoldState[] =>
  [...output.matchAll(/identifier=(\d+), name='([^']*)'/g)].map(([, identifier, name = ""]) => ({
    identifier: Number(identifier),
    name,
  }));

export function pickState(states: readonly FoldState[], folded: boolean): FoldState | undefined {
  if (folded) return states.find(isClosed);
  return states.find(isOpen) ?? states.find((state) => !isClosed(state));
}

/** How a device folds, through whatever connection there is then; undefined when it does not. */
export async function probeFold(
  adb: Adb,
  signal: AbortSignal,
): Promise<((adbNow: () => Adb) => FoldCapability) | undefined> {
  const listed = await runLine(adb, "cmd device_state print-states", signal);
  const states = listed.exit_code === 0 ? parseFoldStates(listed.stdout) : [];
  const [closed, open] = [pickState(states, true), pickState(states, false)];
  if (!closed || !open) return undefined;

  return (adbNow) => ({
    async get(signal) {
      const { stdout } = await runLine(adbNow(), "cmd device_state print-state", signal);
      const present = Number(/\d+/.exec(stdout)?.[0] ?? Number.NaN);
      return states.some((state) => state.identifier === present && isClosed(state));
    },
    async set(folded, signal) {
      const state = folded ? closed : open;
      const { exit_code, stdout, stderr } = await runLine(
        adbNow(),
        `cmd device_state state ${state.identifier}`,
        signal,
      );
      if (exit_code !== 0) throw refusal((stderr || stdout).trim(), exit_code);
    },
  });
}
