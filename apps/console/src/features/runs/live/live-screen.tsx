import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useT } from "../../../lib/i18n/index.ts";
import { livenessOf } from "../../../lib/screen/liveness.ts";
import { ScreenController } from "../../../lib/screen/screen-controller.ts";
import { createStore, useStore, type StreamTarget } from "../../../lib/streams/index.ts";

/** A device's screen to look at: what happens on it goes on by itself. */
export function LiveScreen({ target }: { target: StreamTarget }) {
  const { project, test_id, device_id } = target;
  const [made] = useState(() => createStore<ScreenController | undefined>(undefined));
  useEffect(() => {
    const created = new ScreenController({ project, test_id, device_id });
    made.set(created);
    return () => {
      made.set(undefined);
      created.dispose();
    };
  }, [made, project, test_id, device_id]);
  const controller = useStore(made);
  return controller ? <Glass controller={controller} /> : null;
}

function Glass({ controller }: { controller: ScreenController }) {
  const t = useT("runs");
  const glass = useRef<HTMLDivElement>(null);
  const view = useStore(controller.view);
  const liveness = livenessOf(view);
  useLayoutEffect(() => {
    glass.current?.prepend(controller.canvas);
    controller.canvas.setAttribute("role", "img");
    controller.canvas.setAttribute("aria-label", t("live.label"));
  }, [controller, t]);
  return (
    <div ref={glass} className="live-glass" data-device-screen data-liveness={liveness}>
      {liveness !== "live" && <p role="status">{t(`live.${liveness}`)}</p>}
    </div>
  );
}
