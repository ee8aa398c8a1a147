import type { Test } from "@udt/contract";
import { App, Button } from "antd";
import type { ComponentType } from "react";
import { Navigate } from "react-router";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { CopyButton, TestStatePill } from "../../lib/components/index.ts";
import { ReadDrawer } from "../../lib/components/read-drawer.tsx";
import { errorText } from "../../lib/errors/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { Handover } from "../../lib/handover/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useMay } from "../../lib/privileges/index.ts";
import { useIsGuest, useUser } from "../../lib/session/index.ts";
import { KIND_VIEWS, testPath, useCancelTest, useStartDebug } from "../../lib/tests/index.ts";
import { Said } from "../../lib/words/index.ts";
import { PhaseBar } from "./phase-bar.tsx";
import { RecordedMemory } from "./recorded-memory.tsx";
import { Resources } from "./resources.tsx";
import { useRecord } from "./use-record.ts";

export interface RecordDrawerProps {
  project: string;
  test_id: string | null;
  /** A moment of it that is looked for, epoch milliseconds. */
  at?: number | undefined;
  /** Tells of the check before the session, which another feature knows how to. */
  CheckBefore: ComponentType<{ project: string; test_id: string; part: Test["devices"][number] }>;
  onClose: () => void;
}

/** One record in full; open while the URL names it. */
export function RecordDrawer(props: RecordDrawerProps) {
  const t = useT("records");
  const record = useRecord(props.project, props.test_id);
  const device = record.data?.devices[0];
  // An address from when runs were listed here, or one that was put together by hand.
  if (record.data && KIND_VIEWS[record.data.kind].isRun) return <Navigate to={testPath(record.data)} replace />;
  return (
    <ReadDrawer
      isOpen={props.test_id !== null}
      size={560}
      read={record}
      title={device ? device.model || device.serial : t("details")}
      extra={record.data && <Actions project={props.project} test={record.data} />}
      error={t("drawer.gone")}
      onClose={props.onClose}
      render={(test) => <Details {...props} test={test} viewers={test.viewers} />}
    />
  );
}

function Details(
  props: Pick<RecordDrawerProps, "project" | "at" | "CheckBefore"> & {
    test: Test;
    viewers: readonly { user_id: string; user_name: string }[];
  },
) {
  const t = useT("records");
  const common = useT("common");
  const handover = useT("handover");
  const format = useFormat();
  const { test, CheckBefore } = props;
  const { user_id } = useUser();
  const mayWatch = useMay(props.project, "debug.monitor");
  const isSeen = test.user_id === user_id || mayWatch;
  return (
    <>
      <div className="records-state">
        <TestStatePill test={test} />
        {test.end_reason && <span>{common(`end_reason.${test.end_reason}`)}</span>}
      </div>
      <dl className="udt-facts">
        <dt>{t("drawer.person")}</dt>
        <dd>{test.user_name}</dd>
        {test.key_name !== null && (
          <>
            <dt>{t("drawer.key")}</dt>
            <dd>{test.key_name}</dd>
          </>
        )}
        <dt>{t("drawer.created")}</dt>
        <dd>{format.exact(test.created_at)}</dd>
        <dt>{t("drawer.started")}</dt>
        <dd>{test.started_at === null ? "–" : format.exact(test.started_at)}</dd>
        <dt>{t("drawer.ended")}</dt>
        <dd>{test.ended_at === null ? "–" : format.exact(test.ended_at)}</dd>
        <dt>{t("drawer.planned")}</dt>
        <dd>
          {t("drawer.planned_value", {
            minutes: format.number(test.duration_minutes),
            time: format.moment(test.deadline, test.created_at),
          })}
        </dd>
        {props.viewers.length > 0 && (
          <>
            <dt>{t("drawer.viewers")}</dt>
            <dd>{props.viewers.map((viewer) => viewer.user_name).join(" · ")}</dd>
          </>
        )}
        <dt>{t("drawer.test_id")}</dt>
        <dd className="udt-mono">
          {test.test_id}
          <CopyButton text={test.test_id} />
        </dd>
      </dl>
      {test.devices.map((device) => (
        <section key={device.device_id}>
          {device.error && (
            <div className="records-error" role="note">
              <Said said={device.error} />
            </div>
          )}
          <h2 className="records-title">{t("drawer.phases")}</h2>
          <PhaseBar phases={device.phases} />
          <CheckBefore project={props.project} test_id={test.test_id} part={device} />
          {device.phases.some(({ name, ended_at }) => name === "clean" && ended_at !== null) && (
            <>
              <h2 className="records-title">{handover("title")}</h2>
              <Handover project={props.project} test_id={test.test_id} device_id={device.device_id} />
            </>
          )}
          <h2 className="records-title">{t("drawer.files")}</h2>
          <Resources project={props.project} test_id={test.test_id} device_id={device.device_id} at={props.at} />
          {isSeen && <RecordedMemory project={props.project} test_id={test.test_id} device_id={device.device_id} />}
        </section>
      ))}
    </>
  );
}

function Actions({ project, test }: { project: string; test: Test }) {
  const t = useT("records");
  const common = useT("common");
  const user = useUser();
  const { message, modal } = App.useApp();
  const cancel = useCancelTest(project);
  const start = useStartDebug();
  const guest = useIsGuest(project);
  const mayWatch = useMay(project, "debug.monitor");
  const device = test.devices[0];
  if (!device || guest) return null;
  const mine = test.user_id === user.user_id;
  if (test.state === "ended") {
    return (
      <Button
        type="primary"
        loading={start.isPending}
        onClick={() =>
          start.mutate(
            { project, device_id: device.device_id, app_id: test.app_id },
            { onError: (error) => void message.error(errorText(error)) },
          )
        }
      >
        {t("retest")}
      </Button>
    );
  }
  const askToEnd = () =>
    modal.confirm({
      title: t("end_ask"),
      content: t(mine ? "end_text_mine" : "end_text", { user: test.user_name, model: device.model }),
      okText: t("end"),
      okButtonProps: { danger: true },
      // The error policy tells a failure; the dialog closes either way and the record shows what is true.
      onOk: () => cancel.mutateAsync(test.test_id).catch(() => undefined),
    });
  return (
    <div className="records-actions">
      {(mine || user.user_role.udt_admin) && (
        <Button danger onClick={askToEnd}>
          {t("end")}
        </Button>
      )}
      {(mine || mayWatch) && (
        <LinkButton to={paths.debug(project, test.test_id, device.device_id)} type="primary">
          {common(mine ? "debug.back" : "debug.watch")}
        </LinkButton>
      )}
    </div>
  );
}
