import type { Agent } from "@udt/contract";
import { useFormat } from "../format/index.ts";
import { useT } from "../i18n/index.ts";
import type { AgentScope } from "./use-agents.ts";

/** Whom an agent serves, in words: administrators are told how many projects, a project only whether there are others. */
export function useServes(scope: AgentScope): (agent: Agent) => string {
  const t = useT("agents");
  return ({ serves, project_ids }) =>
    serves === "all"
      ? t("all_projects")
      : scope === null
        ? t("projects", { count: project_ids.length })
        : t(`serves.${serves}`);
}

/** How much its computer has to do, as it said with its last heartbeat. */
export function AgentLoad({ agent: { machine } }: { agent: Agent }) {
  const t = useT("agents");
  const format = useFormat();
  if (machine === null) return <span className="udt-secondary">{t("not_told")}</span>;
  const { load, cores, memory_bytes, memory_free_bytes } = machine;
  const memory = t("load.memory", { free: format.bytes(memory_free_bytes), all: format.bytes(memory_bytes) });
  return (
    <div className="agents-lines agents-load">
      <span>
        {load === null
          ? t("load.cores", { cores: format.number(cores) })
          : t("load.value", { load: format.number(Math.round(load * 100) / 100), cores: format.number(cores) })}
      </span>
      <small title={memory}>{memory}</small>
    </div>
  );
}
