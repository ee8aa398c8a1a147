import { inputToAgent, inputToBrowser } from "@udt/contract";
import type { InputSink, TouchInput } from "@udt/driver";
import type { WebSocket } from "ws";
import type { z } from "zod";
import { messageOf, type Logger } from "../logger.ts";
import { withSignal } from "../with-signal.ts";
import type { ScreenKeeper } from "../screen/screen-keeper.ts";
import type { SessionRecording } from "./recording.ts";
import { readMessages, refuse, sendMessage } from "./stream-socket.ts";

type Message = z.output<typeof inputToAgent>;
type Touch = Extract<Message, { type: "touch" }>;
type Given = Exclude<Message, { type: "sync" }>;

/** Waiting messages beyond this are a browser gone wrong; moves are merged long before. */
const QUEUE_MAX = 2_000;

/**
 * The `input` stream: messages carried out one after another. Fingers still down when it ends are lifted.
 * @param recording Told of each as it is given to the device.
 */
export function serveInput(
  socket: WebSocket,
  keeper: ScreenKeeper,
  log: Logger,
  recording: Pick<SessionRecording, "given"> | undefined,
): void {
  const queue: Message[] = [];
  const down = new Map<number, TouchInput>();
  let running = false;
  let closed = false;
  let isRefused = false;
  let touched = keeper.input;
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

  const answerSync = (seq: number) => {
    const size = keeper.video.size ?? null;
    sendMessage(socket, inputToBrowser, { type: "synced", seq, is_refused: isRefused, size });
    isRefused = false;
  };

  const carryOut = async (message: Given) => {
    const input = keeper.input;
    if (!input) {
      isRefused = true;
      return;
    }
    if (message.type === "touch") {
      noteTouch(down, message);
      touched = input;
    }
    if (message.type !== "clipboard_get") keeper.watch.given();
    recording?.given(message);
    const answer = await withSignal(perform(input.sink, message), input.ended);
    if (answer !== undefined) sendMessage(socket, inputToBrowser, { type: "clipboard", text: answer });
  };

  const pump = async () => {
    if (running) return;
    running = true;
    for (let message = queue.shift(); message; message = queue.shift()) {
      if (message.type === "sync") {
        answerSync(message.seq);
        continue;
      }
      // One message that the device refuses (a key it has not, text it cannot type) does not end the stream.
      await carryOut(message).catch((error: unknown) => {
        isRefused = true;
        log("warn", "input refused", { type: message?.type, error: messageOf(error) });
      });
    }
    running = false;
    if (closed) await liftAll();
  };

  const liftAll = async () => {
    // The fingers of a session that ended are still on the screen.
    const input = keeper.input ?? touched;
    const touches = [...down.values()];
    down.clear();
    if (!input) return;
    for (const touch of touches) {
      const up = { ...touch, action: "up", pressure: 0 } as const;
      recording?.given({ type: "touch", ...up });
      await withSignal(input.sink.touch(up), input.ended).catch(() => undefined);
    }
  };

  const offOpened = keeper.opened.on(announce);
  socket.on("close", () => {
    closed = true;
    queue.length = 0;
    offOpened();
    offClipboard();
    void pump();
  });
  announce();
  readMessages(socket, inputToAgent, (message) => {
    const last = queue.at(-1);
    if (last && isSameMove(last, message)) queue[queue.length - 1] = message;
    else queue.push(message);
    if (queue.length > QUEUE_MAX) refuse(socket, "device_command_failed");
    else void pump();
  });
}

/** A finger's later position makes an earlier one that still waits needless. */
const isSameMove = (a: Message, b: Message): boolean =>
  a.type === "touch" &&
  b.type === "touch" &&
  a.action === "move" &&
  b.action === "move" &&
  a.pointer_id === b.pointer_id;

function noteTouch(down: Map<number, TouchInput>, touch: Touch): void {
  if (touch.action === "up" || touch.action === "cancel") down.delete(touch.pointer_id);
  else if (touch.action === "down" || down.has(touch.pointer_id)) down.set(touch.pointer_id, touch);
}

/** Resolves with the clipboard's text when that was asked for. */
async function perform(sink: InputSink, message: Given): Promise<string | undefined> {
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
