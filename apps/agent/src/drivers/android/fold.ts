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
  [...output.matchAll(/identifier=(\d+), name='([^']*)'/g)].map((match) => ({
    identifier: Number(match[1]),
    name: match[2]!,
  }));

export function pickState(states: readonly FoldState[], folded: boolean): FoldState | undefined {
  if (folded) return states.find(isClosed);
  return states.find(isOpen) ?? states.find((state) => !isClosed(state));
}

/** Undefined when the device does not fold. */
export async function probeFold(adb: Adb, adbNow: () => Adb, signal: AbortSignal): Promise<FoldCapability | undefined> {
  const listed = await runLine(adb, "cmd device_state print-states", signal);
  const states = listed.exit_code === 0 ? parseFoldStates(listed.stdout) : [];
  if (!pickState(states, true) || !pickState(states, false)) return undefined;

  return {
    async get(signal) {
      const { stdout } = await runLine(adbNow(), "cmd device_state print-state", signal);
      const present = Number(/\d+/.exec(stdout)?.[0] ?? Number.NaN);
      return states.some((state) => state.identifier === present && isClosed(state));
    },
    async set(folded, signal) {
      const state = pickState(states, folded)!;
      const { exit_code, stdout, stderr } = await runLine(
        adbNow(),
        `cmd device_state state ${state.identifier}`,
        signal,
      );
      if (exit_code !== 0) throw refusal((stderr || stdout).trim(), exit_code);
    },
  };
}
