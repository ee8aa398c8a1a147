import { MEMORY_TREES, type MemoryPartitions, type PartitionModule, type PartitionShare } from "@udt/contract";
import { StatePill } from "../../../lib/components/index.ts";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { Table } from "../../../lib/list/index.ts";
import { type SampleAt, useStackPlace } from "../stack-place.ts";
import { StackText } from "../stack-text.tsx";

const PARTS = ["malloc", "java", "regions", "vm"] as const;
type Part = (typeof PARTS)[number];

/** Modules with what they have, the largest first, and what no rule explains; each opens its stacks. `showsRest`: what is unexplained is open at first. */
export function PartitionTable(props: {
  partitions: MemoryPartitions;
  sample: SampleAt;
  isOld?: boolean;
  showsRest?: true;
}) {
  const t = useT("partitions");
  const format = useFormat();
  const { partitions, sample, isOld, showsRest } = props;
  const { total, modules, unexplained, stack_coverage } = partitions;
  const parts = PARTS.filter((part) => total[part] !== null);
  const sorted = modules.toSorted((a, b) => most(b) - most(a));
  const coverage = stack_coverage && format.percent(stack_coverage.percent / 100);
  return (
    <>
      {coverage !== null && (
        <p className="partitions-coverage">
          {t("coverage", { percent: coverage })}
          {stack_coverage?.is_low && <StatePill tone="warning">{t("coverage_low")}</StatePill>}
        </p>
      )}
      <div className="udt-card memory-table" aria-busy={isOld}>
        <Table
          columns={[
            { key: "module", label: t("column.module") },
            { key: "owner", label: t("column.owner"), width: 120 },
            ...parts.map((part) => ({ key: part, label: t(`part.${part}`), title: t(`part_of.${part}`), width: 114 })),
            { key: "share", label: t("share"), width: 184 },
            { key: "budget", label: t("column.budget"), width: 212 },
          ]}
        >
          {sorted.map((row) => (
            <tr key={row.module}>
              <td>
                <Content name={row.module} share={row} sample={sample} />
              </td>
              <td className="udt-ellipsis" title={row.owner} data-literal>
                {row.owner}
              </td>
              <Parts parts={parts} of={row} />
              <Share row={row} />
              <Budget row={row} />
            </tr>
          ))}
          <tr className="partitions-rest">
            <td>
              <Content name={t("unexplained")} share={unexplained} sample={sample} isOpen={showsRest} />
            </td>
            <td />
            <Parts parts={parts} of={unexplained} />
            <td className="udt-num">{format.percent(shareOf(unexplained, total))}</td>
            <td />
          </tr>
          <tr className="memory-rest">
            <td>{t("all")}</td>
            <td />
            <Parts parts={parts} of={total} />
            <td />
            <td />
          </tr>
        </Table>
      </div>
    </>
  );
}

const most = ({ held, vm }: PartitionShare): number => Math.max(held, vm);

/** As the modules' percents are: of all that is held, or of the tree of VM regions. */
const shareOf = (share: PartitionShare, total: MemoryPartitions["total"]): number =>
  Math.max(share.held / Math.max(1, total.held), share.vm / Math.max(1, total.vm ?? 0));

function Parts({ parts, of }: { parts: readonly Part[]; of: Record<Part, number | null> }) {
  const format = useFormat();
  return parts.map((part) => (
    <td key={part} className="udt-num">
      {format.bytes(of[part] ?? 0)}
    </td>
  ));
}

function Share({ row }: { row: PartitionModule }) {
  const t = useT("partitions");
  const format = useFormat();
  return (
    <td className="udt-num">
      <span className="memory-graded">
        {format.percent(row.percent / 100)}
        {row.is_large && <StatePill tone="warning">{t("large")}</StatePill>}
      </span>
    </td>
  );
}

function Budget({ row: { budget_bytes, is_over } }: { row: PartitionModule }) {
  const t = useT("partitions");
  const format = useFormat();
  return (
    <td className="udt-num">
      {budget_bytes !== null && (
        <span className="memory-graded">
          {format.bytes(budget_bytes)}
          {is_over && <StatePill tone="bad">{t("over")}</StatePill>}
        </span>
      )}
    </td>
  );
}

/** What is in a share: the stacks of all trees, each for itself and with its place in the tree, and the types of regions. */
function Content(props: { name: string; share: PartitionShare; sample: SampleAt; isOpen?: true | undefined }) {
  const t = useT("partitions");
  const placeOf = useStackPlace();
  const { name, share, sample, isOpen } = props;
  const format = useFormat();
  const { stacks, types } = share;
  const trees = MEMORY_TREES.filter((tree) => stacks[tree].length > 0);
  if (trees.length === 0 && types.length === 0) return <span data-literal>{name}</span>;
  return (
    <details className="memory-stack partitions-share" open={isOpen}>
      <summary title={name}>
        <span className="udt-ellipsis" data-literal>
          {name}
        </span>
      </summary>
      {trees.map((tree) => (
        <section key={tree} aria-label={t(`stacks.${tree}`)}>
          <h4>{t(`stacks.${tree}`)}</h4>
          {stacks[tree].map((row, index) => (
            <div key={index} className="partitions-line">
              <StackText name={row.name} stack={row.stack} flame={placeOf(sample, tree, row.stack)} />
              <span className="udt-num">{format.bytes(row.bytes)}</span>
            </div>
          ))}
        </section>
      ))}
      {types.length > 0 && (
        <section aria-label={t("types")}>
          <h4>{t("types")}</h4>
          {types.map(({ type, footprint }) => (
            <div key={type} className="partitions-line">
              <span data-literal>{type}</span>
              <span className="udt-num">{format.bytes(footprint)}</span>
            </div>
          ))}
        </section>
      )}
    </details>
  );
}
