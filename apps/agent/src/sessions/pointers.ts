import { pointersToAgent, pointersToBrowser, type ErrorName, type PointersToBrowser, type Viewer } from "@udt/contract";
import { readMessages, refuse, sendMessage, type StreamEnd } from "./stream-socket.ts";

/** Nobody is told of moves more often than this, however fast hands are. */
const TELL_EVERY_MS = 40;
/** Who reads more slowly is told of fewer places, and of the last one always. */
const WAITING_BYTES = 16 * 1024;

type At = PointersToBrowser["pointers"][number]["at"];

interface Listener {
  who: Viewer | null;
  /** Whose pointers have moved since this one was told. */
  moved: Set<string>;
}

/**
 * Where the people point who drive a device together: told to everybody who looks, and kept nowhere. While nobody moves nothing
 * runs.
 */
export class SessionPointers {
  readonly #listeners = new Map<StreamEnd, Listener>();
  readonly #pointers = new Map<string, { user_name: string; at: At }>();
  #timer: NodeJS.Timeout | undefined;

  /**
   * The `pointers` stream of one browser.
   * @param watched Why who is at the other end has no pointer; undefined for who drives.
   */
  serve(socket: StreamEnd, who: Viewer | null, watched: ErrorName | undefined): void {
    const listener: Listener = { who, moved: new Set(this.#pointers.keys()) };
    this.#listeners.set(socket, listener);
    socket.once("close", () => {
      this.#listeners.delete(socket);
      if (who) this.#move(who, null);
    });
    readMessages(socket, pointersToAgent, (message) => {
      if (watched || !who) return refuse(socket, watched ?? "not_driver");
      this.#move(who, message.type === "at" ? { x: message.x, y: message.y, down: message.down } : null);
    });
    this.#tell(socket, listener);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#listeners.clear();
  }

  #move({ user_id, user_name }: Viewer, at: At): void {
    if (at === null && !this.#pointers.has(user_id)) return;
    this.#pointers.set(user_id, { user_name, at });
    for (const { who, moved } of this.#listeners.values()) if (who?.user_id !== user_id) moved.add(user_id);
    this.#timer ??= setTimeout(() => this.#tellAll(), TELL_EVERY_MS);
  }

  #tellAll(): void {
    this.#timer = undefined;
    let isBehind = false;
    for (const [socket, listener] of this.#listeners) isBehind = !this.#tell(socket, listener) || isBehind;
    if (isBehind) this.#timer = setTimeout(() => this.#tellAll(), TELL_EVERY_MS);
    else for (const [user_id, { at }] of this.#pointers) if (at === null) this.#pointers.delete(user_id);
  }

  /** False when it reads too slowly to be told now. */
  #tell(socket: StreamEnd, { who, moved }: Listener): boolean {
    if (socket.bufferedAmount > WAITING_BYTES) return false;
    const pointers = [...moved].flatMap((user_id) => {
      const pointer = user_id === who?.user_id ? undefined : this.#pointers.get(user_id);
      return pointer ? [{ user_id, ...pointer }] : [];
    });
    moved.clear();
    if (pointers.length > 0) sendMessage(socket, pointersToBrowser, { type: "pointers", pointers });
    return true;
  }
}
