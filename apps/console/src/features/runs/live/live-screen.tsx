import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLastPicture, usePicturedDevice } from "../../../lib/device-pictures/index.ts";
import { useFormat, useNow } from "../../../lib/format/index.ts";
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
  return controller ? <Glass controller={controller} target={target} /> : null;
}

function Glass({ controller, target }: { controller: ScreenController; target: StreamTarget }) {
  const t = useT("runs");
  const glass = useRef<HTMLDivElement>(null);
  const view = useStore(controller.view);
  const liveness = livenessOf(view);
  const isEmpty = view.size === undefined;
  const { project, device_id } = target;
  const device = usePicturedDevice(project, device_id, isEmpty);
  const last = useLastPicture(project, device_id, isEmpty ? device?.picture_at : undefined);
  useLayoutEffect(() => {
    glass.current?.prepend(controller.canvas);
    controller.canvas.setAttribute("role", "img");
    controller.canvas.setAttribute("aria-label", t("live.label"));
  }, [controller, t]);
  return (
    <div
      ref={glass}
      className="live-glass"
      data-device-screen
      data-liveness={liveness}
      data-empty={(isEmpty && !last) || undefined}
    >
      {last && <img src={last.src} alt={t("live.last_label")} onError={last.onError} />}
      {liveness !== "live" && (
        <p>
          <span role="status">{t(`live.${liveness}`)}</span>
          {last && <Age since={last.at} />}
        </p>
      )}
    </div>
  );
}

/** How old a picture is. */
function Age({ since }: { since: number }) {
  const t = useT("runs");
  const format = useFormat();
  const age = useNow() - since;
  return <span className="udt-num">{t("live.last", { time: format.duration(Math.max(0, age)) })}</span>;
}
