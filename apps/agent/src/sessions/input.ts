import { saidOf, say } from "@udt/base";
import type { Way } from "@udt/client";
import { inputToAgent, inputToBrowser } from "@udt/contract";
import type { InputSink, TouchInput } from "@udt/driver";
import type { z } from "zod";
import { messageOf, type Logger } from "../logger.ts";
import { withSignal } from "../with-signal.ts";
import type { ScreenKeeper } from "../screen/screen-keeper.ts";
import type { SessionRecording } from "./recording.ts";
import { readMessages, refuse, sendMessage, type StreamEnd } from "./stream-socket.ts";
import { TouchMarks } from "./touch-marks.ts";

type Said = z.output<typeof inputToAgent>;
/** What is done on the device. */
type Message = Exclude<Said, { type: "mark" | "touch_time" | "sync" }>;
type Mark = Extract<Said, { type: "mark" }> & { receivedMs: number; cameBy: Way | undefined };
type Queued = Message | Extract<Said, { type: "sync" }> | Mark;
type Touch = Extract<Message, { type: "touch" }>;

/** Waiting messages beyond this are a browser gone wrong; moves are merged long before. */
const QUEUE_MAX = 2_000;

/**
 * The `input` stream: messages carried out one after another. Fingers still down when it ends are lifted.
 * @param recording Told of each as it is given to the device.
 */
export function serveInput(
  socket: StreamEnd,
  keeper: ScreenKeeper,
  log: Logger,
  recording: Pick<SessionRecording, "given"> | undefined,
): void {
  const queue: Queued[] = [];
  const marks = marksOf(socket);
  const down = new Map<number, TouchInput>();
  let running = false;
  let closed = false;
  let isRefused = false;
  let used = keeper.input;

  // Who asks for the size gives something next.
  const answerSync = async (seq: number) => {
    if (!keeper.input) await keeper.inputSoon();
    const { size = null } = keeper.video;
    sendMessage(socket, inputToBrowser, { type: "synced", seq, is_refused: isRefused, size });
    isRefused = false;
  };

  const carryOut = async (message: Queued) => {
    if (message.type === "sync") return answerSync(message.seq);
    if (message.type === "mark") return marks.given({ ...message, givenMs: performance.now() });
    // A point belongs to the picture as it is now; all else means the same a moment later.
    const input = keeper.input ?? (message.type === "touch" ? undefined : await keeper.inputSoon());
    if (closed) return;
    if (!input) return void (isRefused = true);
    if (message.type === "touch") noteTouch(down, message);
    used = input;
    keeper.hands.giving(socket, true);
    try {
      if (message.type !== "clipboard_get") keeper.watch.given();
      if (message.type === "panel") return await withSignal(keeper.darken(message.is_dark), input.ended);
      const fitted = fittedTo(message, keeper.video.size);
      recording?.given(fitted);
      const answer = await withSignal(perform(input.sink, fitted), input.ended);
      if (answer !== undefined) sendMessage(socket, inputToBrowser, { type: "clipboard", text: answer });
    } finally {
      // A finger is in hand until the device has that it was lifted.
      keeper.hands.giving(socket, down.size > 0);
    }
  };

  const pump = async () => {
    if (running) return;
    running = true;
    for (let message = queue.shift(); message; message = queue.shift()) {
      const { input } = keeper;
      // One message that the device refuses (a key it has not, text it cannot type) does not end the stream.
      await carryOut(message).catch((error: unknown) => {
        isRefused = true;
        log("warn", "input refused", { type: message?.type, error: messageOf(error) });
        // What broke off with its way is told by `ready`, once there is another.
        if (input?.ended.aborted) return;
        const said = saidOf(error, (raw) => say("device_refused", {}, raw));
        sendMessage(socket, inputToBrowser, { type: "not_done", said });
      });
    }
    running = false;
    if (closed) await liftAll();
  };

  const liftAll = async () => {
    // The fingers of a session that ended are still on the screen.
    const input = keeper.input ?? used;
    const touches = [...down.values()];
    down.clear();
    for (const touch of touches) {
      if (!input) break;
      const up = fittedTo({ ...touch, type: "touch", action: "up", pressure: 0 }, keeper.video.size);
      recording?.given(up);
      await withSignal(input.sink.touch(up), input.ended).catch(() => undefined);
    }
    keeper.hands.giving(socket, false);
  };

  const stopTelling = tellOfInput(socket, keeper);
  const offPictured = keeper.pictured.on((picture) => marks.pictured(picture));
  socket.on("close", () => {
    closed = true;
    queue.length = 0;
    stopTelling();
    offPictured();
    void pump();
  });
  readMessages(socket, inputToAgent, (said) => {
    if (said.type === "touch_time") return recording?.given(said);
    const message =
      said.type === "mark" ? { ...said, receivedMs: performance.now(), cameBy: socket.ways?.cameBy } : said;
    const last = queue.at(-1);
    if (last && isSameMove(last, message)) queue[queue.length - 1] = message;
    else queue.push(message);
    if (queue.length > QUEUE_MAX) refuse(socket, "device_command_failed");
    else void pump();
  });
}

const marksOf = (socket: StreamEnd): TouchMarks =>
  new TouchMarks((marked, cameBy) => {
    // Of a way there and another one back, no half is known.
    if (cameBy === socket.ways?.goesBy) sendMessage(socket, inputToBrowser, marked);
  });

/** Tells a page by which way its input goes, what was copied on the device, and why that takes nothing. */
function tellOfInput(socket: StreamEnd, keeper: ScreenKeeper): () => void {
  let offClipboard = () => {};
  const announce = () => {
    const input = keeper.input;
    offClipboard();
    if (!input) return;
    offClipboard = input.sink.clipboardChanged.on((text) =>
      sendMessage(socket, inputToBrowser, { type: "clipboard", text }),
    );
    sendMessage(socket, inputToBrowser, { type: "ready", source: input.source });
  };
  const offOpened = keeper.opened.on(announce);
  const offRefused = keeper.inputRefused.on((said) => sendMessage(socket, inputToBrowser, { type: "refused", said }));
  announce();
  return () => {
    offOpened();
    offRefused();
    offClipboard();
  };
}

/** A finger's later position makes an earlier one that still waits needless. */
const isSameMove = (a: Queued, b: Queued): boolean =>
  a.type === "touch" &&
  b.type === "touch" &&
  a.action === "move" &&
  b.action === "move" &&
  a.pointer_id === b.pointer_id;

function noteTouch(down: Map<number, TouchInput>, touch: Touch): void {
  if (touch.action === "up" || touch.action === "cancel") down.delete(touch.pointer_id);
  else if (touch.action === "down" || down.has(touch.pointer_id)) down.set(touch.pointer_id, touch);
}

/** How much two shapes may differ and be the same: an encoder rounds each side to whole blocks. */
const SHAPE_TOLERANCE = 0.03;

/**
 * A place in the picture that the page had, in the present one: while the picture gets better or worse, the page has it in
 * another size for a moment. One of another shape is another screen, turned or folded, on which the device would drop it.
 */
function fittedTo<M extends Message>(message: M, size: { width: number; height: number } | undefined): M {
  if ((message.type !== "touch" && message.type !== "scroll") || !size) return message;
  const { width, height, x, y } = message;
  if (width === size.width && height === size.height) return message;
  const shapes = (width * size.height) / (height * size.width);
  if (Math.abs(shapes - 1) > SHAPE_TOLERANCE) return message;
  return { ...message, ...size, x: (x * size.width) / width, y: (y * size.height) / height };
}

/** Resolves with the clipboard's text when that was asked for. */
async function perform(sink: InputSink, message: Exclude<Message, { type: "panel" }>): Promise<string | undefined> {
  switch (message.type) {
    case "touch":
      await sink.touch(message);
      return undefined;
    case "scroll":
      await sink.scroll(message);
      return undefined;
    case "key":
      if (message.action !== "up") await sink.key("down", message.key, message.modifiers);
      if (message.action !== "down") await sink.key("up", message.key, message.modifiers);
      return undefined;
    case "text":
      await sink.text(message.text);
      return undefined;
    case "clipboard_set":
      await sink.setClipboard(message.text, message.paste);
      return undefined;
    case "clipboard_get":
      return sink.getClipboard(message.copy);
    case "rotate":
      await sink.rotate();
      return undefined;
    case "wake":
      await sink.wake();
      return undefined;
  }
}
