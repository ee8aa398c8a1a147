import type { MemorySums } from "@udt/contract";
import type { ReactNode } from "react";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { Table, type TableColumn } from "../../../lib/list/index.ts";
import { Delta } from "../delta.tsx";

/** How much there was, is, and what became of it: three cells of a row. */
export function Sums({ of }: { of: MemorySums }) {
  const format = useFormat();
  return (
    <>
      <td className="udt-num">{format.bytes(of.before)}</td>
      <td className="udt-num">{format.bytes(of.after)}</td>
      <td>
        <Delta bytes={of.delta} />
      </td>
    </>
  );
}

/** The columns of {@link Sums}. */
export function useSumColumns(): TableColumn[] {
  const t = useT("memory");
  return [
    { key: "before", label: t("change.before"), width: 130 },
    { key: "after", label: t("change.after"), width: 130 },
    { key: "delta", label: t("change.delta"), width: 140 },
  ];
}

/** A few figures of two samples, each by its name. */
export function SumsTable({ rows }: { rows: readonly { key: string; name: ReactNode; sums: MemorySums }[] }) {
  const t = useT("memory");
  const columns = useSumColumns();
  return (
    <div className="udt-card memory-table memory-alone">
      <Table columns={[{ key: "name", label: t("change.name") }, ...columns]}>
        {rows.map(({ key, name, sums }) => (
          <tr key={key}>
            <td>{name}</td>
            <Sums of={sums} />
          </tr>
        ))}
      </Table>
    </div>
  );
}
