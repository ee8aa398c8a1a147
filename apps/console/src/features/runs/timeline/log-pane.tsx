import { useEffect, useRef, useState } from "react";
import { SkeletonBar } from "../../../lib/components/index.ts";
import { errorText } from "../../../lib/errors/index.ts";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useStore } from "../../../lib/streams/index.ts";
import { lineAt, type RecordedLine } from "./log-data.ts";
import type { Playhead } from "./playhead.ts";
import { useRecordedLog, type Range, type Recording } from "./use-recordings.ts";

const ROW = 20;
const SPARE = 10;
/** How long the list stays where the reader scrolled it. */
const OWN_WAY_MS = 4_000;

const TONES: Record<string, string> = { E: "bad", F: "bad", W: "warning" };

/** What the device logged: the line of the moment is marked, and a line leads to its moment. */
export function LogPane(props: { playhead: Playhead; device_id: string; log: Recording | undefined; range: Range }) {
  const t = useT("runs");
  const { log } = props;
  const lines = useRecordedLog(props.device_id, log, props.range);
  return (
    <div className="tl-log">
      {log === undefined ? (
        <p>{t("timeline.no_log")}</p>
      ) : lines.isError ? (
        <p role="alert">
          {t("timeline.log_error")} {errorText(lines.error)}
        </p>
      ) : lines.isPending ? (
        <SkeletonBar width="60%" />
      ) : lines.data.length === 0 ? (
        <p>{t("timeline.log_none")}</p>
      ) : (
        <Lines playhead={props.playhead} lines={lines.data} />
      )}
    </div>
  );
}

function Lines({ playhead, lines }: { playhead: Playhead; lines: readonly RecordedLine[] }) {
  const t = useT("runs");
  const format = useFormat();
  const box = useRef<HTMLDivElement>(null);
  const scrolledAt = useRef(-Infinity);
  const [view, setView] = useState({ top: 0, height: 400 });
  const { position } = useStore(playhead.state);
  const current = lineAt(lines, position);

  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setView({ top: element.scrollTop, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const element = box.current;
    if (!element || performance.now() - scrolledAt.current < OWN_WAY_MS) return;
    element.scrollTop = Math.max(0, current * ROW - element.clientHeight / 2);
  }, [current]);

  const first = Math.max(0, Math.floor(view.top / ROW) - SPARE);
  const shown = lines.slice(first, Math.ceil((view.top + view.height) / ROW) + SPARE);
  const ownWay = () => {
    scrolledAt.current = performance.now();
  };
  return (
    <div
      ref={box}
      className="tl-lines"
      data-literal
      role="group"
      aria-label={t("device.log")}
      onScroll={(event) => setView({ top: event.currentTarget.scrollTop, height: event.currentTarget.clientHeight })}
      onWheel={ownWay}
      onPointerDown={ownWay}
    >
      <div style={{ height: lines.length * ROW }}>
        {shown.map((line, index) => (
          <button
            key={first + index}
            type="button"
            data-tone={TONES[line.level]}
            aria-current={first + index === current}
            style={{ top: (first + index) * ROW }}
            title={line.message}
            onClick={() => playhead.seek(line.time)}
          >
            <span>{format.clock(line.time)}</span>
            <b>{line.level}</b>
            <span>{line.tag}</span>
            <span>{line.message}</span>
          </button>
        ))}
      </div>
    </div>
  );
}
