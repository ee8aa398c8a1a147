import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { saidOf, say } from "@udt/base";
import { ApiError } from "@udt/client";
import { BAD_MESSAGE, LIMITS, trialToAgent, trialToBrowser, type TrialToBrowser } from "@udt/contract";
import type { z } from "zod";
import { removeTree } from "../../remove-tree.ts";
import { DeviceFault } from "../../runs/executor.ts";
import { SnapshotCache } from "../../runs/snapshot-cache.ts";
import { runTrial } from "../../runs/trial.ts";
import { TrialApi } from "../../runs/trial-api.ts";
import { TrialLog } from "../../runs/trial-log.ts";
import { TrialSteps } from "../../runs/trial-steps.ts";
import { deviceHand } from "../../screen/device-hand.ts";
import { activePings } from "../../sessions/active-pings.ts";
import type { ServeTrial, WorkRoom } from "../../sessions/session-work.ts";
import {
  closeSocket,
  drained,
  readMessages,
  refuse,
  sendMessage,
  type StreamEnd,
} from "../../sessions/stream-socket.ts";

type Wish = Extract<z.output<typeof trialToAgent>, { type: "run" }> & { steps: TrialSteps };

const DONE = 1000;
/** A page that reads more slowly is told less of what scripts print. */
const WAITING_BYTES = 256 * 1024;
/** The largest picture of a step may be on its way besides. */
const DETAIL_WAITING_BYTES = WAITING_BYTES + 2 * LIMITS.trial_picture_max_bytes;

/** The trials of a session: one at a time, each for as long as its stream, or until another begins. */
export function trialsOf(room: () => WorkRoom): ServeTrial {
  const turns = new LatestAlone();
  return (socket, signal) => serveTrial(room(), turns, socket, signal);
}

/** Of several works the newest: what is under way is told to end, and what comes waits for its end. */
class LatestAlone {
  #latest: { stop: AbortController; over: Promise<void> } | undefined;

  /** @param work ends soon once its signal says that another came */
  async do<T>(work: (replaced: AbortSignal) => Promise<T>): Promise<T> {
    const before = this.#latest;
    const stop = new AbortController();
    const { promise: over, resolve } = Promise.withResolvers<void>();
    this.#latest = { stop, over };
    before?.stop.abort(new Error("another trial began"));
    try {
      await before?.over;
      return await work(stop.signal);
    } finally {
      resolve();
    }
  }
}

async function serveTrial(room: WorkRoom, turns: LatestAlone, socket: StreamEnd, signal: AbortSignal): Promise<void> {
  const wished = Promise.withResolvers<Wish | undefined>();
  const stop = new AbortController();
  const closed = new AbortController();
  socket.once("close", () => {
    closed.abort(new Error("the trial's stream was closed"));
    wished.resolve(undefined);
  });
  let steps: TrialSteps | undefined;
  readMessages(socket, trialToAgent, (message) => {
    if (message.type === "stop") return stop.abort(new Error("the trial was stopped"));
    if ((message.type === "run") === (steps !== undefined)) return closeSocket(socket, BAD_MESSAGE, "invalid_param");
    if (message.type === "run") {
      steps = new TrialSteps(message);
      wished.resolve({ ...message, steps });
    } else if (message.type === "breakpoints") steps?.replaceBreakpoints(message.breakpoints);
    else steps?.goOn(message.type);
  });
  const wish = await wished.promise;
  if (!wish) return;
  const active = activePings(socket);
  const tell = (message: TrialToBrowser) => {
    sendMessage(
      socket,
      trialToBrowser,
      socket.bufferedAmount < DETAIL_WAITING_BYTES ? message : withoutDetail(message),
    );
    active();
  };
  const end = await turns.do(async (replaced) => {
    const to = {
      socket,
      tell,
      active,
      stopped: stop.signal,
      signal: AbortSignal.any([signal, closed.signal, replaced]),
    };
    const came = await tried(room, wish, to);
    return replaced.aborted ? "trial_replaced" : came;
  });
  if (typeof end === "string") return refuse(socket, end);
  tell(end);
  closeSocket(socket, DONE, "");
}

/** How a case came out matters more than its words: who reads slowly is told that alone. */
const withoutDetail = (message: TrialToBrowser): TrialToBrowser =>
  message.type === "result" ? { type: "result", result: { ...message.result, detail: null } } : message;

/** Runs it, leaves nothing of it, and answers how it came to its end. */
async function tried(
  room: WorkRoom,
  { ticket, case_keys, caret, steps }: Wish,
  to: {
    socket: StreamEnd;
    tell: (message: TrialToBrowser) => void;
    active: () => unknown;
    stopped: AbortSignal;
    signal: AbortSignal;
  },
): Promise<Extract<TrialToBrowser, { type: "over" }> | "trial_gone"> {
  const { client, dataDir, device_id, device, screen, environments } = room;
  const { test_id, lease_token } = room.lease;
  const folder = join(dataDir, "runs", `${lease_token}-${randomUUID()}`);
  const api = new TrialApi(client, { test_id, device_id, lease_token });
  // Of its own: what nobody has saved does not stay on this machine.
  const snapshots = new SnapshotCache(join(folder, "snapshots"));
  const signal = AbortSignal.any([to.signal, to.stopped]);
  const log = new TrialLog({
    isReady: () => to.socket.bufferedAmount < WAITING_BYTES,
    tell: (text, left_out) => to.tell({ type: "log", text, left_out }),
  });
  try {
    const { spec, file } = await api.spec(ticket, signal);
    const context = {
      device,
      hand: deviceHand(screen),
      folder,
      environments,
      takeSnapshot: (sha256: string, target: string, given: AbortSignal) =>
        snapshots.take(sha256, target, (asked) => api.snapshot(ticket, asked), given),
      onWorked: () => {
        screen.watch.worked();
        to.active();
      },
      onImageFailed: () => room.onImageFailed(),
      log,
      tell: to.tell,
      drained: () => drained(to.socket, WAITING_BYTES),
    };
    await runTrial({ spec, file, case_keys, caret, steps }, context, signal);
    return { type: "over", outcome: "done", error: null, by: null };
  } catch (error) {
    if (signal.aborted) return { type: "over", outcome: "stopped", error: null, by: null };
    if (error instanceof ApiError && error.code === "trial_gone") return "trial_gone";
    room.log("warn", "trial failed", { error });
    const by = error instanceof DeviceFault ? "device" : "agent";
    return { type: "over", outcome: "failed", error: saidOf(error, (raw) => say("run_failed", {}, raw)), by };
  } finally {
    log.end();
    await removeTree(folder).catch((error: unknown) => room.log("warn", "trial's folder stays", { error }));
  }
}
