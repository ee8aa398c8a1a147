import { useState } from "react";
import { Link } from "react-router";
import { SkeletonBar } from "../../../lib/components/index.ts";
import { withGap } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useUser } from "../../../lib/session/index.ts";
import { doingOf, TakeOverDialog, testPath, useRunDevice, useTestName } from "../../../lib/tests/index.ts";
import { EyeIcon } from "../icons.tsx";
import { useSession } from "../session.tsx";

/** Says that a run has the device: which one, what it does there, and how a person gets the device instead. */
export function RunBar() {
  const t = useT("debug");
  const user = useUser();
  const nameOf = useTestName();
  const { test, test_device, project, test_id, device_id } = useSession();
  const on = useRunDevice({ project, test_id, device_id });
  const doing = doingOf(on);
  const [asking, setAsking] = useState(false);
  const run_name = nameOf(test);
  const mayTake = test.user_id === user.user_id || user.user_role.udt_admin;
  const holdsIt = test_device.state === "preparing" || test_device.state === "running";
  return (
    <div className="dbg-banner dbg-run" data-tone="busy" role="note">
      <EyeIcon />
      <span>
        {withGap(t("run.watching"))}
        <Link to={testPath(test)}>{run_name}</Link>
      </span>
      <span className="udt-ellipsis udt-secondary" role="status">
        {doing.name === "pending" && <SkeletonBar width={180} height={12} />}
        {doing.name === "executing" && t("run.executing", { name: doing.of })}
        {doing.name === "between" && t("run.between")}
      </span>
      <span className="dbg-space" />
      {mayTake && holdsIt && on.slot?.state === "dispatched" && (
        <button type="button" className="udt-button" onClick={() => setAsking(true)}>
          {t("run.take_over")}
        </button>
      )}
      <TakeOverDialog
        project={project}
        test_id={test_id}
        device_id={device_id}
        model={test_device.model || test_device.serial}
        run_name={run_name}
        open={asking}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}
