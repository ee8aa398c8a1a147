import type { MemoryModuleChanges } from "@udt/contract";
import { StatePill } from "../../../lib/components/index.ts";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { Table } from "../../../lib/list/index.ts";
import { KindPill, OtherRow } from "./change-table.tsx";
import { Sums, useSumColumns } from "./sums-table.tsx";

/** Modules that differ by the noise or more, the others together, and what no rule explains. */
export function ModuleChangeTable({ changes, noise_bytes }: { changes: MemoryModuleChanges; noise_bytes: number }) {
  const t = useT("memory");
  const parts = useT("partitions");
  const format = useFormat();
  const sums = useSumColumns();
  const { rows, other, unexplained, ...all } = changes;
  return (
    <div className="udt-card memory-table memory-alone">
      <Table
        columns={[
          { key: "module", label: parts("column.module") },
          { key: "owner", label: parts("column.owner"), width: 160 },
          { key: "kind", label: t("change.kind"), width: 130 },
          ...sums,
          { key: "budget", label: parts("column.budget"), width: 212 },
        ]}
      >
        {rows.map((row) => (
          <tr key={row.name}>
            <td className="udt-ellipsis" title={row.name} data-literal>
              {row.name}
            </td>
            <td className="udt-ellipsis" title={row.owner} data-literal>
              {row.owner}
            </td>
            <td>
              <KindPill kind={row.kind} />
            </td>
            <Sums of={row} />
            <td className="udt-num">
              {row.budget_bytes !== null && (
                <span className="memory-graded">
                  {format.bytes(row.budget_bytes)}
                  {row.is_over && <StatePill tone="bad">{parts("over")}</StatePill>}
                </span>
              )}
            </td>
          </tr>
        ))}
        <OtherRow other={other} noise_bytes={noise_bytes} between={2} />
        {(["unexplained", "all"] as const).map((name) => (
          <tr key={name} className="memory-rest">
            <td colSpan={3}>{parts(name)}</td>
            <Sums of={name === "all" ? all : unexplained} />
            <td />
          </tr>
        ))}
      </Table>
    </div>
  );
}
