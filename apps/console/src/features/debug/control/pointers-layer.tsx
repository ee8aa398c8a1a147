import type { PointersToBrowser } from "@udt/contract";
import { useEffect, useRef, useState, type CSSProperties, type RefObject } from "react";
import { useStream } from "../../../lib/streams/index.ts";
import { useSession } from "../session.tsx";
import { hueOf } from "./people.ts";

type Pointer = PointersToBrowser["pointers"][number];

/** Between two places that are told of one's own pointer. */
const TELL_EVERY_MS = 40;
/** A pointer that did not move for so long is gone from the picture until it does. */
const REST_MS = 4_000;

/**
 * The pointers of the others over the picture, by name, while more than one person has control; and one's own on its way to
 * them. `over` is the element in which the mouse or a finger is followed.
 */
export function PointersLayer({ over }: { over: RefObject<HTMLElement | null> }) {
  const { target, running, drives, test } = useSession();
  const [pointers, setPointers] = useState<ReadonlyMap<string, Pointer>>(new Map());
  const enabled = running && test.drivers.length > 0;
  const { send } = useStream(
    "pointers",
    target,
    {
      onState: (state) => {
        if (state.name !== "open") setPointers(new Map());
      },
      onMessage: ({ pointers: moved }) =>
        setPointers((before) => {
          const next = new Map(before);
          for (const pointer of moved) next.set(pointer.user_id, pointer);
          return next;
        }),
    },
    enabled,
  );
  useOwnPointer(over, enabled && drives, send);
  if (!enabled) return null;
  return (
    <div className="dbg-pointers" aria-hidden>
      {[...pointers.values()].map((pointer) => (
        <NamedPointer key={pointer.user_id} pointer={pointer} />
      ))}
    </div>
  );
}

function NamedPointer({ pointer }: { pointer: Pointer }) {
  const [restsAt, setRestsAt] = useState<Pointer | undefined>(undefined);
  useEffect(() => {
    const timer = setTimeout(() => setRestsAt(pointer), REST_MS);
    return () => clearTimeout(timer);
  }, [pointer]);
  const { at, user_id, user_name } = pointer;
  if (!at || restsAt === pointer) return null;
  const style = { left: `${at.x * 100}%`, top: `${at.y * 100}%`, "--person": `hsl(${hueOf(user_id)} 62% 28%)` };
  return (
    <span className="dbg-pointer" data-down={at.down} style={style as CSSProperties}>
      <b>{user_name}</b>
    </span>
  );
}

type Send = ReturnType<typeof useStream<"pointers">>["send"];

/** Tells where one points, no more often than the others could see, and the last place always. */
function useOwnPointer(over: RefObject<HTMLElement | null>, enabled: boolean, send: Send): void {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    const element = over.current;
    if (!enabled || !element) return undefined;
    let next: Parameters<Send>[0] | undefined;
    const tell = () => {
      timer.current = undefined;
      if (!next) return;
      send(next);
      next = undefined;
      timer.current = setTimeout(tell, TELL_EVERY_MS);
    };
    const soon = (message: Parameters<Send>[0]) => {
      next = message;
      if (timer.current === undefined) tell();
    };
    const moved = (event: PointerEvent) => {
      const box = element.getBoundingClientRect();
      const within = (value: number, length: number) => Math.min(1, Math.max(0, value / length));
      const x = within(event.clientX - box.x, box.width);
      const y = within(event.clientY - box.y, box.height);
      soon({ type: "at", x, y, down: event.buttons > 0 && event.type !== "pointerup" });
    };
    const left = () => soon({ type: "away" });
    const abort = new AbortController();
    const options = { capture: true, passive: true, signal: abort.signal };
    for (const type of ["pointermove", "pointerdown", "pointerup"] as const)
      element.addEventListener(type, moved, options);
    element.addEventListener("pointerleave", left, { passive: true, signal: abort.signal });
    return () => {
      abort.abort();
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, [over, enabled, send]);
}
