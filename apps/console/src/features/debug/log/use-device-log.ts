import { useState } from "react";
import { useStream } from "../../../lib/streams/index.ts";
import { useSession } from "../session.tsx";
import { LogStore } from "./log-store.ts";

/** The device's lines, which come for as long as the session runs, whatever is open: a crash is told on every tab. */
export function useDeviceLog() {
  const { target, running } = useSession();
  const [store] = useState(() => new LogStore());
  const stream = useStream(
    "log",
    target,
    {
      onState: (state) => {
        if (state.name === "open") store.reconnected();
      },
      onMessage: (message) => {
        if (message.type === "began") store.began(message.time);
        else if (message.type === "lines") store.add(message.lines);
        else store.addDropped(message.count);
      },
    },
    running,
  );
  return { store, stream };
}

export type DeviceLog = ReturnType<typeof useDeviceLog>;
