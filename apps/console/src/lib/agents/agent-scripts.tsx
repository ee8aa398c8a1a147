import type { Agent } from "@udt/contract";
import { useT } from "../i18n/index.ts";
import { saidLine } from "../words/index.ts";

/** What an agent signs iOS apps with. */
export function SigningTool({ signing_tool }: Pick<Agent, "signing_tool">) {
  const t = useT("agents");
  if (signing_tool === null) return <span className="udt-secondary">{t("signing_tool.none")}</span>;
  return <span>{t("signing_tool.there", signing_tool)}</span>;
}

/** Whether an agent is on a Mac that has Apple's tools for memory graphs. */
export function Memgraphs({ reads_memgraphs }: Pick<Agent, "reads_memgraphs">) {
  const t = useT("agents");
  if (!reads_memgraphs) return <span className="udt-secondary">{t("memgraphs.none")}</span>;
  return <span>{t("memgraphs.read")}</span>;
}

/** How users' scripts run at an agent: whether apart from it, and by which engine in images of the jobs' own. */
export function AgentScripts({ scripts }: { scripts: Agent["scripts"] }) {
  const t = useT("agents");
  const common = useT("common");
  if (scripts === null) return <span className="udt-secondary">{common("none")}</span>;
  const { isolation, isolation_reason, engine, engine_faults } = scripts;
  return (
    <div className="agents-lines agents-scripts">
      {isolation === "none" ? <b>{t("scripts.not_isolated")}</b> : <span>{t("scripts.isolated")}</span>}
      {isolation_reason && <small>{saidLine(isolation_reason)}</small>}
      {engine && <small>{t("scripts.engine", engine)}</small>}
      {engine === null && engine_faults.length === 0 && <small>{t("scripts.no_engine")}</small>}
      {engine === null && engine_faults.map(({ name, reason }) => <small key={name}>{saidLine(reason)}</small>)}
    </div>
  );
}
