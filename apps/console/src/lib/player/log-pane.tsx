import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { SkeletonBar } from "../components/index.ts";
import { errorText } from "../errors/index.ts";
import { useFormat, withGap } from "../format/index.ts";
import { useT } from "../i18n/index.ts";
import { useStore } from "../streams/index.ts";
import { lineAt, type RecordedLine } from "./log-data.ts";
import type { Playhead } from "./playhead.ts";
import type { Recording } from "./recorded-parts.ts";
import { useRecordedLog, type Range, type RecordedPlace } from "./recorded.ts";

/** As high as a line is, as the style sheet has it: where words have no room beside the rest they stand below. */
const ROW = 20;
const ROW_OF_TWO = 40;
/** Less leaves a few letters of what was said. */
const ROOM_BESIDE = 420;
const SPARE = 10;
/** How long the list stays where the reader scrolled it. */
const OWN_WAY_MS = 4_000;

/** What was given to the device has a level of its own. */
export const GIVEN = "›";
const TONES: Record<string, string> = { E: "bad", F: "bad", W: "warning", [GIVEN]: "busy" };

const NOTHING: readonly RecordedLine[] = [];

/** What the device logged: the line of the moment is marked, and a line leads to its moment. */
export function LogPane(props: {
  playhead: Playhead;
  place: RecordedPlace;
  log: Recording | undefined;
  range: Range;
  /** What of the range is the matter: the rest is dimmed. */
  inside?: Range | undefined;
  /** What stands between the lines at its own time. */
  given?: readonly RecordedLine[];
}) {
  const t = useT("player");
  const { log, given = NOTHING } = props;
  const lines = useRecordedLog(props.place, log, props.range);
  const all = useMemo(
    () => [...(lines.data ?? NOTHING), ...given].toSorted((a, b) => a.time - b.time),
    [lines.data, given],
  );
  return (
    <div className="tl-log">
      {log === undefined && given.length === 0 ? (
        <p>{t("no_log")}</p>
      ) : lines.isError ? (
        <p role="alert">
          {withGap(t("log_error"))}
          {errorText(lines.error)}
        </p>
      ) : log !== undefined && lines.isPending ? (
        <SkeletonBar width="60%" />
      ) : all.length === 0 ? (
        <p>{t("log_none")}</p>
      ) : (
        <Lines playhead={props.playhead} lines={all} inside={props.inside} />
      )}
    </div>
  );
}

const viewOf = (element: HTMLElement) => ({
  top: element.scrollTop,
  height: element.clientHeight,
  width: element.clientWidth,
});

function Lines(props: { playhead: Playhead; lines: readonly RecordedLine[]; inside: Range | undefined }) {
  const { playhead, lines, inside } = props;
  const t = useT("player");
  const format = useFormat();
  const box = useRef<HTMLDivElement>(null);
  const scrolledAt = useRef(-Infinity);
  const [view, setView] = useState({ top: 0, height: 400, width: ROOM_BESIDE });
  const { position } = useStore(playhead.state);
  const current = lineAt(lines, position);
  const isNarrow = view.width < ROOM_BESIDE;
  const row = isNarrow ? ROW_OF_TWO : ROW;

  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setView(viewOf(element)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  // Before it is painted: lines that are at another place would flash, and be taken for those of the moment.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || performance.now() - scrolledAt.current < OWN_WAY_MS) return;
    element.scrollTop = Math.max(0, current * row - view.height / 2);
    setView(viewOf(element));
  }, [current, row, view.height]);

  const first = Math.max(0, Math.floor(view.top / row) - SPARE);
  const shown = lines.slice(first, Math.ceil((view.top + view.height) / row) + SPARE);
  const ownWay = () => {
    scrolledAt.current = performance.now();
  };
  return (
    <div
      ref={box}
      className="tl-lines"
      data-literal
      data-narrow={isNarrow || undefined}
      role="group"
      aria-label={t("log")}
      onScroll={(event) => setView(viewOf(event.currentTarget))}
      onWheel={ownWay}
      onPointerDown={ownWay}
    >
      <div style={{ height: lines.length * row }}>
        {shown.map((line, index) => (
          <button
            key={first + index}
            type="button"
            data-tone={TONES[line.level]}
            data-outside={(inside && (line.time < inside.from || line.time > inside.to)) || undefined}
            aria-current={first + index === current}
            style={{ top: (first + index) * row }}
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
