import type { Resign } from "@udt/contract/endpoints/resigns";
import { Button } from "antd";
import { Link } from "react-router";
import { StatePill, type Tone } from "../../lib/components/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { ListPage, useLocalView, type TableColumn } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { Said } from "../../lib/words/index.ts";
import { useResignActions, useResigns } from "./use-resigns.ts";

const TONES: Record<Resign["state"], Tone> = {
  queued: "warning",
  running: "busy",
  done: "good",
  failed: "bad",
  cancelled: "offline",
};

interface Of {
  project: string;
  cert_id: string;
}

/** What was signed with a certificate, and what is being signed. */
export function Resigns({ project, cert_id }: Of) {
  const t = useT("ios-certificates");
  const format = useFormat();
  const view = useLocalView();
  const resigns = useResigns(project, cert_id, view.page);
  const columns: readonly TableColumn[] = [
    { key: "app", label: t("resign.app"), width: "34%" },
    { key: "state", label: t("devices.state") },
    { key: "action", label: t("column.actions"), width: 190, isHidden: true },
  ];
  return (
    <section className="udt-card certs-list" aria-label={t("resigns.title")}>
      <h2>{t("resigns.title")}</h2>
      <ListPage
        isPart
        view={view}
        read={resigns}
        count={(total) => t("resigns.count", { count: total, total: format.number(total) })}
        columns={columns}
        renderRow={(one) => <Row key={one.task_id} project={project} cert_id={cert_id} one={one} />}
        expected={2}
        error={t("resigns.error")}
        none={{ title: t("resigns.empty"), text: "" }}
        noMatch={{ title: t("no_match.title"), text: t("no_match.text"), clear: t("no_match.clear") }}
      />
    </section>
  );
}

function Row({ project, cert_id, one }: Of & { one: Resign }) {
  const t = useT("ios-certificates");
  const format = useFormat();
  const { app_name, version_name, user_name, agent_name, created_at } = one;
  const who = t("resigns.who", { user_name, time: format.exact(created_at) });
  return (
    <tr>
      <td>
        <span className="certs-two">
          <span data-literal>{`${app_name} ${version_name}`}</span>
          <small className="udt-secondary">{who}</small>
        </span>
      </td>
      <td>
        <span className="certs-two">
          <span>
            <StatePill tone={TONES[one.state]}>{t(`resigns.state.${one.state}`)}</StatePill>
            {agent_name !== "" && <small className="udt-secondary">{t("resigns.on_agent", { agent_name })}</small>}
          </span>
          <How one={one} />
        </span>
      </td>
      <td>
        <What project={project} cert_id={cert_id} one={one} />
      </td>
    </tr>
  );
}

/** How far it is, what it waits for, or why it failed. */
function How({ one: { state, stage, percent, failure, message } }: { one: Resign }) {
  const t = useT("ios-certificates");
  const format = useFormat();
  if (state === "queued") return <small className="udt-secondary">{t("resigns.waits")}</small>;
  if (state === "running") {
    const told = percent === null ? "" : ` ${format.percent(percent / 100)}`;
    return <small className="udt-secondary" role="status">{`${t(`resigns.stage.${stage}`)}${told}`}</small>;
  }
  if (failure === null) return null;
  return (
    <>
      <span>{t(`resigns.failure.${failure}`)}</span>
      {message && <Said said={message} />}
    </>
  );
}

/** What can be done about it. */
function What({ project, cert_id, one }: Of & { one: Resign }) {
  const t = useT("ios-certificates");
  const { cancel } = useResignActions(project, cert_id);
  const { state, task_id, signed_app_id } = one;
  if (state === "queued" || state === "running")
    return (
      <Button size="small" loading={cancel.isPending} onClick={() => cancel.mutate(task_id)}>
        {t("resigns.cancel")}
      </Button>
    );
  if (state !== "done") return null;
  if (signed_app_id === null) return <small className="udt-secondary">{t("resigns.gone")}</small>;
  return (
    <Link className="udt-link" to={`${paths.apps(project)}?${new URLSearchParams({ app_id: signed_app_id })}`}>
      {t("resigns.show")}
    </Link>
  );
}
