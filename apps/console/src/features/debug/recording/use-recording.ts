import type { RecordingState } from "@udt/contract";
import { createContext, useContext, useEffect, useState } from "react";
import { useStale } from "../../../lib/api/queries.ts";
import type { StreamOut } from "@udt/client";
import { refusalText } from "../../../lib/errors/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { createStore, useStore, useStream, type Store } from "../../../lib/streams/index.ts";
import { hint } from "../hints.tsx";
import { useSession } from "../session.tsx";

/** What the agent said last, and how far the server's clock is ahead of this page's. */
type Told = RecordingState & { ahead_ms: number };

export interface ScreenRecording {
  /** Undefined while it is not known. */
  state: Store<Told | undefined>;
  send: (message: StreamOut<"recording">) => boolean;
}

const NONE: ScreenRecording = {
  state: createStore<Told | undefined>(undefined),
  send: () => false,
};
const RecordingContext = createContext<ScreenRecording>(NONE);
export const RecordingProvider = RecordingContext.Provider;
export const useRecording = (): ScreenRecording => useContext(RecordingContext);

/** What is recorded of the session's screen, as all who look at it are told. */
export function useNewRecording(): ScreenRecording {
  const { target, running, isWatched, project, test_device } = useSession();
  const stale = useStale();
  const t = useT("debug");
  const [state] = useState(() => createStore<Told | undefined>(undefined));
  const enabled = running && !isWatched;
  const { send } = useStream(
    "recording",
    target,
    {
      onState: ({ name }) => name !== "open" && state.set(undefined),
      onMessage: (message) => {
        const before = state.get();
        state.set({ ...message, ahead_ms: message.now - Date.now() });
        const { refused } = message;
        if (refused && before && before.refused?.name !== refused.name)
          hint("warning", t("recording.refused", { name: refused.name, reason: refusalText(refused) }));
        const isNews =
          before?.recording?.name !== message.recording?.name || before?.saving?.name !== message.saving?.name;
        // Its files have come, or are whole now.
        if (isNews) void stale(["resourceList"], project);
        const kept = before && keptBetween(before, message);
        if (kept !== undefined && !refused) hint("good", t("recording.saved", { name: kept }));
      },
    },
    enabled,
  );
  const isOver = test_device.state === "done";
  useEffect(() => {
    // The stream says nothing more once it is given up, and what was being recorded ends with the session.
    if (!enabled) state.set(undefined);
    if (isOver) void stale(["resourceList"], project);
  }, [enabled, isOver, state, stale, project]);
  return useState<ScreenRecording>(() => ({ state, send }))[0];
}

export const useRecordingState = (): Told | undefined => useStore(useRecording().state);

/** What was still being kept before, and is no more: it is whole. */
const keptBetween = (before: RecordingState, now: RecordingState): string | undefined =>
  [before.saving?.name, before.recording?.name].find(
    (name) => name !== undefined && name !== now.saving?.name && name !== now.recording?.name,
  );
