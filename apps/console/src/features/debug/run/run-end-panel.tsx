import { LinkButton } from "../../../lib/components/link-button.tsx";
import { useT } from "../../../lib/i18n/index.ts";
import { paths } from "../../../lib/navigation/paths.ts";
import { useUser } from "../../../lib/session/index.ts";
import { testPath, useRunDevice } from "../../../lib/tests/index.ts";
import { Said } from "../../../lib/words/index.ts";
import { useSession } from "../session.tsx";
import "../screen/screen.css";

/** The device's part in its run is over: nothing is live here any more, and the report has the rest. */
export function RunEndPanel() {
  const t = useT("debug");
  const user = useUser();
  const { test, test_device, project, test_id, device_id } = useSession();
  const taken = useRunDevice({ project, test_id, device_id }).slot?.taken_over;
  return (
    <div className="dbg-pane">
      <div className="dbg-panel" role="alert">
        <span className="dbg-panel-mark" data-tone="offline" aria-hidden>
          ■
        </span>
        <h2>{taken ? t("run.taken", { user: taken.user_name }) : t("run.over")}</h2>
        <p>{t(taken ? "run.taken_text" : "run.over_text")}</p>
        {test_device.error && (
          <p className="dbg-panel-detail">
            <Said said={test_device.error} />
          </p>
        )}
        <div className="dbg-panel-actions">
          <LinkButton type="primary" to={testPath(test)}>
            {t("run.report")}
          </LinkButton>
          {taken?.user_id === user.user_id && (
            <LinkButton to={paths.debug(project, taken.test_id, device_id)}>{t("run.to_session")}</LinkButton>
          )}
          <LinkButton to={paths.deviceList(project)}>{t("ended.devices")}</LinkButton>
        </div>
      </div>
    </div>
  );
}
