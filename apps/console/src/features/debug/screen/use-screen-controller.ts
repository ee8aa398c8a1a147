import type { PictureQuality } from "@udt/contract";
import { useEffect, useRef, useState } from "react";
import { useStale } from "../../../lib/api/queries.ts";
import { ScreenController } from "../../../lib/screen/screen-controller.ts";
import { createStore, useStore } from "../../../lib/streams/index.ts";
import { useUser } from "../../../lib/session/index.ts";
import { useSession } from "../session.tsx";
import { keptQuality } from "./kept-quality.ts";

/**
 * The screen while the device runs. A refusal that says the session is over has the page ask for the truth.
 * @param quality what who drives wants of the picture, if not what they chose on their own pages; another one opens nothing anew
 */
export function useScreenController(running: boolean, quality?: PictureQuality): ScreenController | undefined {
  const { target, drives, isWatched } = useSession();
  const { user_id } = useUser();
  const { test_id, device_id, project } = target;
  const stale = useStale();
  const [controller] = useState(() => createStore<ScreenController | undefined>(undefined));
  const wanted = useRef(quality);
  useEffect(() => {
    wanted.current = quality;
    if (drives) controller.get()?.choose(quality ?? keptQuality(user_id));
  }, [controller, quality, drives, user_id]);
  useEffect(() => {
    if (!running) return undefined;
    // What a run does is watched through the server: many may watch, and nobody waits for a touch.
    const created = new ScreenController({ test_id, device_id, project }, !isWatched);
    // Whether its wishes count is settled when a connection opens: who has taken over opens another.
    if (drives) created.choose(wanted.current ?? keptQuality(user_id));
    let before = created.view.get().stream.name;
    const unsubscribe = created.view.subscribe(() => {
      const { name } = created.view.get().stream;
      if (name === before) return;
      before = name;
      if (name !== "open") void stale(["testGet"], project);
    });
    controller.set(created);
    return () => {
      unsubscribe();
      controller.set(undefined);
      created.dispose();
    };
  }, [controller, running, test_id, device_id, project, stale, drives, isWatched, user_id]);
  return useStore(controller);
}
