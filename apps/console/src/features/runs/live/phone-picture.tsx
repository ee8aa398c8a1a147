import type { Run, Slot } from "@udt/contract";
import { useState } from "react";
import { DeviceThumb } from "../../../lib/components/index.ts";
import { LinkButton } from "../../../lib/components/link-button.tsx";
import { Dialog } from "../../../lib/form/dialog.tsx";
import { useT } from "../../../lib/i18n/index.ts";
import { useIsVisible } from "../../../lib/visibility/index.ts";
import { LiveScreen } from "./live-screen.tsx";
import "./live.css";
import { useInSight } from "./use-in-sight.ts";
import { watchPath } from "./watch-path.ts";

/** The shape of a phone whose device is not known yet. */
const UNKNOWN = { width: 0, height: 0 };

/** A phone of a run as it looks now, as long as it is in sight; in full on a click. */
export function PhonePicture({ run, slot, name }: { run: Run; slot: Slot; name: string }) {
  const t = useT("runs");
  const common = useT("common");
  const { place, isInSight } = useInSight<HTMLDivElement>();
  const isVisible = useIsVisible();
  const [isLarge, setLarge] = useState(false);
  const path = watchPath(run, slot.device_id);
  const target =
    path === undefined || slot.device_id === null
      ? undefined
      : { project: run.test.project_id, test_id: run.test.test_id, device_id: slot.device_id };
  const over = slot.state === "done" ? "live.over" : slot.device_id === null ? "devices.waiting" : "live.not_yet";
  return (
    <div ref={place} className="live-phone">
      {target ? (
        <>
          {isInSight && !isLarge && <LiveScreen target={target} />}
          <button type="button" aria-label={t("live.enlarge", { device: name })} onClick={() => setLarge(true)} />
        </>
      ) : (
        <span className="live-none">
          <DeviceThumb device={UNKNOWN} />
          {t(over)}
        </span>
      )}
      <Dialog
        open={isLarge && target !== undefined}
        title={name}
        width={520}
        footer={path !== undefined && <LinkButton to={path}>{common("debug.watch")}</LinkButton>}
        destroyOnHidden
        onCancel={() => setLarge(false)}
      >
        {target && <div className="live-large">{isVisible && <LiveScreen target={target} />}</div>}
      </Dialog>
    </div>
  );
}
