import type { LogLine } from "@udt/contract";
import { useEffect, useRef, useState } from "react";
import { closedText } from "../../../lib/errors/index.ts";
import { useFormat, withGap } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { createStore, useStore, useStream, type StreamTarget } from "../../../lib/streams/index.ts";

const LINES = 300;
/** How often a flood of lines is shown, milliseconds. */
const SHOW_MS = 200;
const TONES: Record<string, string> = { E: "bad", F: "bad", W: "warning" };

interface Tail {
  lines: readonly LogLine[];
  /** Of the first line, so that a row keeps its place in the page. */
  first: number;
  dropped: number;
}

/** The newest lines of a device's log, as they come. */
export function LogTail({ target }: { target: StreamTarget }) {
  const t = useT("runs");
  const format = useFormat();
  const [store] = useState(() => createStore<Tail>({ lines: [], first: 0, dropped: 0 }));
  const waiting = useRef<LogLine[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const box = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const show = () => {
    timer.current = undefined;
    const fresh = waiting.current;
    waiting.current = [];
    store.update(({ lines, first, dropped }) => {
      const all = [...lines, ...fresh];
      const cut = Math.max(0, all.length - LINES);
      return { lines: all.slice(cut), first: first + cut, dropped };
    });
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const { state } = useStream("log", target, {
    onMessage: (message) => {
      if (message.type === "lines") {
        waiting.current.push(...message.lines);
        // What would be cut at once need not wait.
        if (waiting.current.length > LINES) waiting.current = waiting.current.slice(-LINES);
        timer.current ??= setTimeout(show, SHOW_MS);
      } else if (message.type === "dropped")
        store.update((tail) => ({ ...tail, dropped: tail.dropped + message.count }));
    },
  });
  const { lines, first, dropped } = useStore(store);
  useEffect(() => {
    const element = box.current;
    if (element && follows.current) element.scrollTop = element.scrollHeight;
  });
  return (
    <div
      ref={box}
      className="live-log"
      data-literal
      role="log"
      aria-label={t("live.log_label")}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
      tabIndex={0}
      onScroll={(event) => {
        const { scrollTop, clientHeight, scrollHeight } = event.currentTarget;
        follows.current = scrollTop + clientHeight >= scrollHeight - 24;
      }}
    >
      {lines.length === 0 && state.name !== "closed" && <p>{t("live.log_empty")}</p>}
      {dropped > 0 && <p>{t("live.dropped", { count: format.number(dropped) })}</p>}
      {lines.map(([time, level, tag, , , message], index) => (
        <div key={first + index} data-tone={TONES[level]}>
          <span>{format.clock(time)}</span> <b>{level}</b> <span>{tag}</span> {message}
        </div>
      ))}
      {state.name === "reconnecting" && (
        <p data-tone="warning">
          {state.reason && withGap(closedText(state.reason))}
          {t("live.log_reconnecting")}
        </p>
      )}
      {state.name === "closed" && (
        <p data-tone="bad">{state.reason ? closedText(state.reason) : t("live.log_closed")}</p>
      )}
    </div>
  );
}
