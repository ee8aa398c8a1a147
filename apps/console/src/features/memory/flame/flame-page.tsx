import { FileTextOutlined, FireOutlined } from "@ant-design/icons";
import { MEMORY_TREES, type PartitionRule } from "@udt/contract";
import { Link } from "react-router";
import { EmptyState, ErrorState, PageHeader, SkeletonRows } from "../../../lib/components/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { paths } from "../../../lib/navigation/paths.ts";
import { TracePage, type ReadTrace } from "../trace-page.tsx";
import "./flame.css";
import { FlameTools } from "./flame-tools.tsx";
import { FlameView } from "./flame-view.tsx";
import { useSavedRules } from "../partitions/use-partitions.ts";
import { useTrace } from "../use-memory.ts";
import { useFlame } from "./use-flame.ts";
import { useFlameAddress } from "./use-flame-address.ts";

const NO_RULES: readonly PartitionRule[] = [];

/** Who allocated what of a sample's memory, as a picture. */
export default function FlamePage() {
  return <TracePage render={(read) => <OfTrace {...read} />} />;
}

function OfTrace(props: ReadTrace) {
  const t = useT("flame");
  const { project, trace } = props;
  const [address, set] = useFlameAddress();
  const samples = props.samples.filter(({ state }) => state === "read");
  const sample = samples.find(({ sample_id }) => sample_id === address.sample) ?? samples.at(-1);
  const other = useTrace(project, address.before_trace);
  const compared = [...samples, ...(other.data?.samples ?? []).filter(({ state }) => state === "read")];
  const before = compared.find(({ sample_id }) => sample_id === address.before && sample_id !== sample?.sample_id);
  const tree = address.tree ?? MEMORY_TREES.find((one) => sample?.facts?.[`${one}_bytes`] != null) ?? "malloc";
  const flame = useFlame(project, {
    // Without the other trace it is not known yet whether there is what it is compared with.
    sample_id: other.isLoading ? undefined : sample?.sample_id,
    tree,
    before: before?.sample_id,
  });
  const rules = useSavedRules(project).data?.rules ?? NO_RULES;
  return (
    <>
      <PageHeader
        title={t("title")}
        actions={
          <Link className="udt-link" to={paths.memoryReport(project, trace.trace_id, sample?.sample_id)}>
            <FileTextOutlined /> {t("to_report")}
          </Link>
        }
      >
        <span className="udt-secondary udt-ellipsis" title={trace.name} data-literal>
          {trace.name}
        </span>
      </PageHeader>
      {sample && (
        <FlameTools
          samples={samples}
          sample={sample}
          before={before}
          otherTrace={other.data?.trace}
          address={{ ...address, tree }}
          hasModules={rules.length > 0}
          set={set}
        />
      )}
      {!sample || flame.data?.tree.size === 1 ? (
        <div className="udt-card memory-empty">
          <EmptyState icon={<FireOutlined />} title={t("none.title")}>
            {t("none.text")}
          </EmptyState>
        </div>
      ) : flame.isPending ? (
        <SkeletonRows rows={6} />
      ) : flame.data ? (
        <FlameView flame={flame.data} rules={rules} address={address} set={set} />
      ) : (
        <ErrorState title={t("error")} error={flame.error} onRetry={() => void flame.refetch()} />
      )}
    </>
  );
}
