import type { AppLoad, DrawnFrame } from "../../system/load/app-load.ts";
import { FRAME_BUDGET_MS } from "../../system/load/costs.ts";

const NS = 1e6;
const BUDGET_NS = Math.round(FRAME_BUDGET_MS * NS);
const COLUMNS = [
  "Flags",
  "FrameTimelineVsyncId",
  "IntendedVsync",
  "Vsync",
  "InputEventId",
  "HandleInputStart",
  "AnimationStart",
  "PerformTraversalsStart",
  "DrawStart",
  "FrameDeadline",
  "FrameInterval",
  "FrameStartTime",
  "SyncQueued",
  "SyncStart",
  "IssueDrawCommandsStart",
  "SwapBuffers",
  "FrameCompleted",
  "DequeueBufferDuration",
  "QueueBufferDuration",
  "GpuCompleted",
  "SwapBuffersCompleted",
  "DisplayPresentTime",
  "CommandSubmissionCompleted",
];

interface FrameMoments {
  intended: number;
  start: number;
  traversals: number;
  draw: number;
  done: number;
}

/** Nanoseconds since boot. */
function momentsOf(frame: DrawnFrame): FrameMoments {
  const start = Math.round(frame.at_ms * NS);
  const traversals = start + Math.round(frame.work_ms * NS);
  const draw = traversals + Math.round(frame.ui_ms * NS);
  return {
    intended: start - frame.missed * BUDGET_NS,
    start,
    traversals,
    draw,
    done: draw + Math.round(frame.draw_ms * NS),
  };
}

/** The newest frames as `gfxinfo framestats` prints them since Android 12. */
export function frameStats(app: AppLoad): string {
  const rows = app.newest.map((frame, index) => {
    const { intended, start, traversals, draw, done } = momentsOf(frame);
    const values = [0, app.frames - app.newest.length + index + 1, intended, start, 0, start, start, traversals, draw];
    values.push(intended + BUDGET_NS, BUDGET_NS, start, draw, draw, draw, done, done, 0, 0, done, done, 0, done);
    return `${values.join(",")},\n`;
  });
  return `\n---PROFILEDATA---\n${COLUMNS.join(",")},\n${rows.join("")}---PROFILEDATA---\n`;
}

/** What `gfxinfo` sums up. */
export function frameSummary(app: AppLoad): string {
  const janky = app.frames === 0 ? 0 : (app.janky / app.frames) * 100;
  const percentiles = [50, 90, 95, 99].map((percent) => `${percent}th percentile: ${app.percentile(percent)}ms\n`);
  const histogram = [...app.histogram].sort(([a], [b]) => a - b).map(([ms, count]) => `${ms}ms=${count}`);
  return `Stats since: ${Math.round(app.started_ms * NS)}ns
Total frames rendered: ${app.frames}
Janky frames: ${app.janky} (${janky.toFixed(2)}%)
${percentiles.join("")}Number Missed Vsync: ${app.missed}
HISTOGRAM: ${histogram.join(" ")}
`;
}

/** `SurfaceFlinger --latency`: the display's period, then when each frame was wanted, shown and ready. */
export function frameLatency(app: AppLoad | undefined): string {
  const rows = (app?.newest ?? []).map((frame) => {
    const { intended, done } = momentsOf(frame);
    const shown = intended + Math.ceil((done - intended) / BUDGET_NS) * BUDGET_NS;
    return `${intended}\t${shown}\t${done}\n`;
  });
  return `${BUDGET_NS}\n${rows.join("")}\n`;
}
