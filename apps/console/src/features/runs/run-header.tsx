import { DownloadOutlined, DownOutlined, ShareAltOutlined, ThunderboltOutlined } from "@ant-design/icons";
import { LIMITS, type ExportFormat, type Run } from "@udt/contract";
import { App, Button, Dropdown, Space } from "antd";
import { useState } from "react";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { usePlaceName } from "../../lib/place-name/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { numbered, RunPills } from "../../lib/runs/index.ts";
import { useIsGuest, useUser } from "../../lib/session/index.ts";
import { useCancelTest } from "../../lib/tests/index.ts";
import { Said } from "../../lib/words/index.ts";
import { Crumbs } from "./crumbs.tsx";
import { ShareDialog } from "./share-dialog.tsx";
import { useExport } from "./use-download.ts";
import { useRerun } from "./use-rerun.ts";
import { ClickMenu } from "../../lib/components/click-menu.tsx";

const FORMATS: readonly ExportFormat[] = ["html", "junit", "csv"];

/** What a test is called, how it came out, and what can be done with it. */
export function RunHeader({ project, run }: { project: string; run: Run }) {
  const t = useT("runs");
  const format = useFormat();
  const { test } = run;
  // Only tells this year from another: it need not tick.
  const [now] = useState(Date.now);
  usePlaceName(numbered(run));
  const why = test.end_reason !== null && test.end_reason !== "finished" ? test.end_reason : undefined;
  return (
    <>
      <Crumbs steps={[{ to: paths.runs(project), label: t("head.reports") }]} />
      <header className="runs-head">
        <div>
          <h1>
            {numbered(run)} <RunPills run={run} />
          </h1>
          <p className="udt-secondary">
            {t("head.started_by", {
              user: test.user_name,
              origin: t(`origin.${run.origin}`),
              time: format.dateTime(test.created_at, now),
            })}
          </p>
        </div>
        <Actions project={project} run={run} />
      </header>
      {why && (
        <p className="runs-why" role="note">
          {t(`end_reason.${why}`, { user: test.user_name, hours: LIMITS.queue_hours })}
        </p>
      )}
      {run.waits_for_memory && (
        <p className="runs-why" role="note">
          {t("head.waits_for_memory")}
        </p>
      )}
      {run.verdict_reason && (
        <div className="runs-why" role="note" data-tone="bad">
          <Said said={run.verdict_reason} />
        </div>
      )}
      {run.verdict_note && (
        <div className="runs-why" role="note">
          <Said said={run.verdict_note} />
        </div>
      )}
    </>
  );
}

function Actions({ project, run }: { project: string; run: Run }) {
  const t = useT("runs");
  const common = useT("common");
  const user = useUser();
  const guest = useIsGuest(project);
  const { modal } = App.useApp();
  const cancel = useCancelTest(project);
  const [sharing, setSharing] = useState(false);
  const { test } = run;
  const isOpen = test.state !== "ended";
  const exporting = useExport();
  const askToCancel = () =>
    modal.confirm({
      title: t("head.cancel_ask"),
      content: t("head.cancel_text"),
      okText: t("head.cancel"),
      cancelText: common("close"),
      okButtonProps: { danger: true },
      // The error policy tells a failure; the dialog closes either way and the page shows what is true.
      onOk: () => cancel.mutateAsync(test.test_id).catch(() => undefined),
    });
  return (
    <div className="runs-actions">
      <Dropdown
        trigger={["click"]}
        menu={{
          items: FORMATS.map((format) => ({
            key: format,
            label: t(`head.export_${format}`),
          })),
          onClick: ({ key }) => {
            const format = FORMATS.find((one) => one === key);
            if (format) exporting.mutate({ format, name: t(`head.export_${format}`) });
          },
        }}
      >
        <Button icon={<DownloadOutlined />} loading={exporting.isPending}>
          {t("head.export")}
        </Button>
      </Dropdown>
      {!guest && (
        <Button icon={<ShareAltOutlined />} onClick={() => setSharing(true)}>
          {t("head.share")}
        </Button>
      )}
      {!guest && (
        <LinkButton icon={<ThunderboltOutlined />} to={paths.jobCreate(project, { test_id: test.test_id })}>
          {t("head.new_task")}
        </LinkButton>
      )}
      {isOpen && (test.user_id === user.user_id || user.user_role.udt_admin) && (
        <Button danger onClick={askToCancel}>
          {t("head.cancel")}
        </Button>
      )}
      {!isOpen && !guest && <Rerun project={project} run={run} />}
      <ShareDialog project={project} test_id={test.test_id} open={sharing} onClose={() => setSharing(false)} />
    </div>
  );
}

function Rerun({ project, run }: { project: string; run: Run }) {
  const t = useT("runs");
  const rerun = useRerun(project, run);
  if (run.job_id === null) return null;
  const failed = run.totals.failed > 0;
  return (
    <Space.Compact>
      <Button type="primary" loading={rerun.isPending} onClick={() => rerun.mutate(failed ? "failed" : "all")}>
        {t(failed ? "head.rerun_failed" : "head.rerun")}
      </Button>
      {failed && (
        <ClickMenu menu={{ items: [{ key: "all", label: t("head.all") }], onClick: () => rerun.mutate("all") }}>
          <Button type="primary" disabled={rerun.isPending} aria-label={t("head.more")} icon={<DownOutlined />} />
        </ClickMenu>
      )}
    </Space.Compact>
  );
}
