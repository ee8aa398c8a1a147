import { useEffect, useState } from "react";
import { useStore, useStream } from "../../../lib/streams/index.ts";
import { useSession } from "../session.tsx";
import { useIsVisible } from "../../../lib/visibility/index.ts";
import { LivePerformance } from "./live-performance.ts";

/** Measures the chosen app for as long as somebody can see it. */
export function useLive(chosen: string | null | undefined) {
  const { target, running } = useSession();
  const [live] = useState(() => new LivePerformance());
  const isShown = useIsVisible();
  const enabled = running && isShown && chosen !== undefined;
  const { state, send, reconnect } = useStream(
    "performance",
    target,
    {
      onState: ({ name }) => {
        if (name !== "open") live.broken();
        else if (chosen !== undefined) send({ type: "watch", package_name: chosen });
      },
      onMessage: (message) => live.take(message),
    },
    enabled,
  );
  useEffect(() => {
    // The stream says nothing more once it is given up.
    if (!enabled) live.broken();
  }, [enabled, live]);
  useEffect(() => {
    if (chosen === undefined) return;
    live.choose(chosen);
    // One that is not open yet says it when it is.
    send({ type: "watch", package_name: chosen });
  }, [chosen, live, send]);
  return { ...useStore(live.state), stream: state, isShown, send, reconnect };
}
