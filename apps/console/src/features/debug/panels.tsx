import type { SelfCheckStep } from "@udt/contract";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useStartDebug } from "../../lib/tests/index.ts";
import { EndWords } from "./end-words.tsx";
import { useSession } from "./session.tsx";
import "./screen/screen.css";

/** The device is being made ready: what happens now, and what comes. */
export function PreparingPanel() {
  const t = useT("debug");
  const { test_device } = useSession();
  const waiting = test_device.state === "queued";
  const { checking } = test_device;
  if (checking) return <CheckingPanel step={checking} />;
  return (
    <div className="dbg-pane">
      <div className="dbg-panel" role="status">
        <span className="dbg-spinner" aria-hidden />
        <h2>{waiting ? t("preparing.queued") : t("preparing.title")}</h2>
        <p>{waiting ? t("preparing.queued_text") : t("preparing.text")}</p>
      </div>
    </div>
  );
}

/** A tag has the device checked before anybody has it: which step is in hand. */
function CheckingPanel({ step }: { step: SelfCheckStep }) {
  const t = useT("debug");
  const words = useT("inspection");
  return (
    <div className="dbg-pane">
      <div className="dbg-panel" role="status" data-checking={step}>
        <span className="dbg-spinner" aria-hidden />
        <h2>{t("checking.title")}</h2>
        <p>{t("checking.step", { step: words(`step.${step}`) })}</p>
        <p className="udt-secondary">{t("checking.text")}</p>
      </div>
    </div>
  );
}

/**
 * The session is over: why, and what can be done now.
 * @param ways where one goes on from here, besides by taking the device again; to other pages when left out
 * @param onStarted what is done with the session that is begun again; its own page is gone to when left out
 */
export function EndPanel({ ways, onStarted }: { ways?: ReactNode; onStarted?: (test_id: string) => void }) {
  const t = useT("debug");
  const format = useFormat();
  const { test, project, device_id } = useSession();
  const retest = useStartDebug(onStarted);
  const reason = test.end_reason ?? "user";
  const bad = ["device_lost", "agent_lost", "start_failed", "work_failed"].includes(reason);
  const lastedMs = test.started_at && test.ended_at ? test.ended_at - test.started_at : undefined;
  return (
    <div className="dbg-pane">
      <div className="dbg-panel" role="alert" data-end-reason={reason}>
        <span className="dbg-panel-mark" data-tone={bad ? "bad" : "offline"} aria-hidden>
          {bad ? "!" : "■"}
        </span>
        <EndWords />
        {lastedMs !== undefined && test.ended_at !== null && (
          <p className="udt-secondary">
            {t("ended.lasted", { duration: format.duration(lastedMs), time: format.exact(test.ended_at) })}
          </p>
        )}
        <div className="dbg-panel-actions">
          <button
            type="button"
            className="udt-button"
            data-primary
            disabled={retest.isPending}
            onClick={() => retest.mutate({ project, device_id, app_id: test.app_id })}
          >
            {t("ended.retest")}
          </button>
          {ways ?? (
            <>
              <Link className="udt-button" to={paths.deviceList(project)}>
                {t("ended.devices")}
              </Link>
              <Link className="udt-button" to={paths.records(project)}>
                {t("ended.records")}
              </Link>
            </>
          )}
        </div>
        {retest.refusal && (
          <p className="dbg-panel-error" role="alert">
            {t("ended.retest_failed", { reason: retest.refusal })}
          </p>
        )}
      </div>
    </div>
  );
}
