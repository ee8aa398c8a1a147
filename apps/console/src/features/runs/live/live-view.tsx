import type { Run, Slot } from "@udt/contract";
import { useT } from "../../../lib/i18n/index.ts";
import { LiveScreen } from "./live-screen.tsx";
import "./live.css";
import { LogTail } from "./log-tail.tsx";
import { useMayWatch } from "./use-may-watch.ts";

/** A device while it runs: its screen and its log, for those who may watch. */
export function LiveView({ run, slot }: { run: Run; slot: Slot }) {
  const t = useT("runs");
  const { test } = run;
  const mayWatch = useMayWatch(run);
  if (!mayWatch) return <p className="runs-pad udt-secondary">{t("live.may_not")}</p>;
  const part = test.devices.find(({ device_id }) => device_id === slot.device_id);
  if (part?.state !== "running")
    return (
      <p className="runs-pad udt-secondary">
        {t(part?.state === "cleaning" || part?.state === "done" ? "live.over" : "live.not_yet")}
      </p>
    );
  const target = { project: test.project_id, test_id: test.test_id, device_id: part.device_id };
  return (
    <div className="live">
      <LiveScreen target={target} />
      <LogTail target={target} />
    </div>
  );
}
