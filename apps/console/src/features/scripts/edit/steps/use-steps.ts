import type { LowCodeChange, Outline, OutlineStep } from "@udt/low-code";
import { placesAfter } from "@udt/low-code";
import { useCallback, useEffect, useRef, useState } from "react";
import { changeLowCode, outlineLowCode } from "../low-code/ask-low-code.ts";
import type { Outlined } from "../low-code/low-code-worker.ts";
import type { Picked } from "./picked.ts";
import type { LineRange, StepsDoc } from "./steps-doc.ts";

type Path = OutlineStep["path"];
/** Who reads files of steps and writes changes into them. */
export interface StepsWork {
  outline: typeof outlineLowCode;
  change: typeof changeLowCode;
}
const WORK: StepsWork = { outline: outlineLowCode, change: changeLowCode };
export type Refusal = "unread" | "impossible" | "gone";

/** What somebody does, by what the file is like once it is their turn; undefined: nothing. `gone`: what was meant is not there. */
export type Doing = (outlined: Outlined) => LowCodeChange | "gone" | undefined;

/** Somebody who types beside is not followed letter by letter. */
const SETTLED_MS = 60;

/**
 * The steps of a text as it stands, and what changes them: one change after the other, each of what the one before left.
 * @param onDone told where what was changed is by then, before the text is
 */
export function useSteps(doc: StepsDoc, onRefused: (why: Refusal) => void, work = WORK) {
  const [seen, setSeen] = useState<{ outlined: Outlined; version: number }>();
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  /** The newest reading, which may be newer than what shows. */
  const newest = useRef<{ outlined: Outlined; version: number }>(undefined);

  /** What is selected in the text that was read: of one that is not yet, nobody knows what its lines are. */
  const [selected, setSelected] = useState(() => doc.selected.get());
  /** What was chosen as steps, as it is when others ask, and as it shows. */
  const chosen = useRef<Picked>(undefined);
  const [picked, setPicked] = useState<Picked>();

  const read = useCallback(async (): Promise<Outlined> => {
    for (;;) {
      const version = doc.version();
      if (newest.current?.version === version) return newest.current.outlined;
      const outlined = await work.outline(doc.text());
      if (doc.version() !== version) continue;
      newest.current = { outlined, version };
      setSeen(newest.current);
      setSelected(doc.selected.get());
    }
  }, [doc, work]);

  useEffect(() => {
    newest.current = undefined;
    let timer: number | undefined;
    const look = (ms: number) => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => void read().catch(reportError), ms);
    };
    look(0);
    const stop = doc.onChange(() => look(SETTLED_MS));
    const follow = () => {
      if (newest.current?.version === doc.version()) setSelected(doc.selected.get());
    };
    const unfollow = doc.selected.subscribe(follow);
    return () => {
      window.clearTimeout(timer);
      stop();
      unfollow();
    };
  }, [doc, read]);

  const isShown = (): boolean =>
    newest.current?.version === doc.version() && newest.current.outlined === seen?.outlined;
  /** How much is still to be done. */
  const waiting = useRef(0);
  const inTurn = (run: () => unknown): void => {
    waiting.current++;
    queue.current = queue.current
      .then(run)
      .catch(reportError)
      .finally(() => waiting.current--);
  };
  const run = async (doing: Doing, onDone: (places: readonly Path[], after: Outlined) => void): Promise<void> => {
    const change = doing(await read());
    if (!change) return;
    if (change === "gone") return onRefused(change);
    const version = doc.version();
    const edited = await work.change(doc.text(), change, doc.breakpoints());
    // Somebody wrote meanwhile: what is meant may be elsewhere by now.
    if (doc.version() !== version) return run(doing, onDone);
    if ("refused" in edited) return onRefused(edited.refused);
    if (edited.changes.length > 0) doc.put(edited.changes, edited.lines);
    const made = doc.version();
    const after = await read();
    onDone(doc.version() === made ? placesAfter(change) : [], after);
  };
  /** Does it when all before has been done. */
  const act = (doing: Doing, onDone: (places: readonly Path[], after: Outlined) => void = () => undefined): void => {
    inTurn(() => run(doing, onDone));
  };
  return {
    outlined: seen?.outlined,
    selected,
    picked,
    pickedNow: () => chosen.current,
    /** Selects the lines of what is chosen. */
    pick(paths: readonly Path[], of: Outline, lines: LineRange) {
      doc.select(lines);
      chosen.current = { paths: [...paths], in: of, lines: doc.selected.get() };
      setPicked(chosen.current);
    },
    act,
    isBusy: () => waiting.current > 0,
    /** What shows is what the text says. */
    isShown,
    /** Does what changes nothing of the text when all before has been done. */
    later: (run: (now: Outlined) => void) => inTurn(async () => run(await read())),
    undo: () => inTurn(() => doc.undo()),
    redo: () => inTurn(() => doc.redo()),
  };
}
export type Steps = ReturnType<typeof useSteps>;
