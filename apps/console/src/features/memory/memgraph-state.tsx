import type { MemgraphReading, MemorySample } from "@udt/contract";
import { Button, Progress } from "antd";
import { useT } from "../../lib/i18n/index.ts";
import { Said } from "../../lib/words/index.ts";
import { useReadAgain } from "./use-memory.ts";

/** A sample with a memory graph, which an agent on a Mac is to read: who does, how far that is, and that nobody can now. */
export function WaitingForMac({ memgraph }: { memgraph: MemgraphReading }) {
  const t = useT("memory");
  const { stage, percent, agent_name, readers } = memgraph;
  return (
    <div className="udt-card memory-reading" role="status">
      <h3>{t(stage === "waiting" && agent_name === "" ? "memgraph.waits" : "memgraph.reads")}</h3>
      {agent_name === "" ? (
        <p>{t(readers === 0 ? "memgraph.no_mac" : "memgraph.busy")}</p>
      ) : (
        <p>{t(`memgraph.stage.${stage}`, { agent_name })}</p>
      )}
      {percent !== null && <Progress percent={percent} status="active" size="small" />}
      {agent_name === "" && <p className="udt-secondary">{t("memgraph.why")}</p>}
    </div>
  );
}

/** Why nothing was told of a sample's memory graph, which is kept. */
export function FailedOnMac(props: { project: string; sample: MemorySample; canRetry: boolean }) {
  const t = useT("memory");
  const { project, sample, canRetry } = props;
  const again = useReadAgain(project);
  return (
    <div className="udt-card memory-refused" role="alert">
      <h3>{t("memgraph.failed")}</h3>
      {sample.fault && <Said said={sample.fault} />}
      <p className="udt-secondary">{t("memgraph.kept")}</p>
      {canRetry && (
        <Button size="small" loading={again.isPending} onClick={() => again.mutate(sample.sample_id)}>
          {t("memgraph.retry")}
        </Button>
      )}
    </div>
  );
}
