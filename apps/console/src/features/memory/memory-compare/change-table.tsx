import type { MemoryChange, MemoryChanges, MemorySums } from "@udt/contract";
import { StatePill, type Tone } from "../../../lib/components/index.ts";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { Table } from "../../../lib/list/index.ts";
import { StackText } from "../stack-text.tsx";
import { Sums, useSumColumns } from "./sums-table.tsx";

/** More memory is no good news. */
const TONES: Record<MemoryChange["kind"], Tone> = { grown: "bad", new: "bad", shrunk: "good", gone: "good" };

export function KindPill({ kind }: Pick<MemoryChange, "kind">) {
  const t = useT("memory");
  return <StatePill tone={TONES[kind]}>{t(`kind.${kind}`)}</StatePill>;
}

/** What differs by less than the noise, together. @param between cells before the sums */
export function OtherRow(props: { other: MemorySums & { count: number }; noise_bytes: number; between: number }) {
  const t = useT("memory");
  const format = useFormat();
  const { other, noise_bytes, between } = props;
  if (other.count === 0) return null;
  const { count } = other;
  return (
    <tr className="memory-rest">
      <td>{t("change.other", { count, number: format.number(count), noise: format.bytes(noise_bytes) })}</td>
      <td colSpan={between} />
      <Sums of={other} />
    </tr>
  );
}

/**
 * What differs by the noise or more, one by one, and the rest together.
 * @param flameOf where a stack is seen in a flame graph
 */
export function ChangeTable({
  changes,
  noise_bytes,
  flameOf,
}: {
  changes: MemoryChanges;
  noise_bytes: number;
  flameOf?: (stack: readonly string[]) => string;
}) {
  const t = useT("memory");
  const parts = useT("partitions");
  const sums = useSumColumns();
  const { rows, other, ...all } = changes;
  const hasModules = rows.some(({ module }) => module !== undefined);
  const between = hasModules ? 2 : 1;
  return (
    <div className="udt-card memory-table memory-alone">
      <Table
        columns={[
          { key: "name", label: t("change.name") },
          ...(hasModules ? [{ key: "module", label: parts("column.module"), width: 160 }] : []),
          { key: "kind", label: t("change.kind"), width: 130 },
          ...sums,
        ]}
      >
        {rows.map((row, index) => (
          <tr key={index}>
            <td className="udt-ellipsis" title={row.name}>
              {row.stack ? (
                <StackText name={row.name} stack={row.stack} {...(flameOf && { flame: flameOf(row.stack) })} />
              ) : (
                <span data-literal>{row.name}</span>
              )}
            </td>
            {hasModules && (
              <td className="udt-ellipsis" title={row.module} data-literal>
                {row.module}
              </td>
            )}
            <td>
              <KindPill kind={row.kind} />
            </td>
            <Sums of={row} />
          </tr>
        ))}
        <OtherRow other={other} noise_bytes={noise_bytes} between={between} />
        <tr className="memory-rest">
          <td>{t("change.all")}</td>
          <td colSpan={between} />
          <Sums of={all} />
        </tr>
      </Table>
    </div>
  );
}
