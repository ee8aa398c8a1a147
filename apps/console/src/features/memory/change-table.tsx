import type { MemoryChange, MemoryChanges } from "@udt/contract";
import { StatePill, type Tone } from "../../lib/components/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { Table } from "../../lib/list/index.ts";
import { StackText } from "./stack-text.tsx";

/** More memory is no good news. */
const TONES: Record<MemoryChange["kind"], Tone> = { grown: "bad", new: "bad", shrunk: "good", gone: "good" };

/** How many bytes more or fewer. */
export function Delta({ bytes }: { bytes: number }) {
  const format = useFormat();
  const sign = bytes > 0 ? "+" : bytes < 0 ? "−" : "";
  return (
    <span className="memory-delta udt-num" data-way={bytes > 0 ? "up" : bytes < 0 ? "down" : undefined}>
      {sign}
      {format.bytes(Math.abs(bytes))}
    </span>
  );
}

/** What differs by the noise or more, one by one, and the rest together. */
export function ChangeTable({ changes, noise_bytes }: { changes: MemoryChanges; noise_bytes: number }) {
  const t = useT("memory");
  const format = useFormat();
  const { rows, other, ...all } = changes;
  return (
    <div className="udt-card memory-table memory-alone">
      <Table
        columns={[
          { key: "name", label: t("change.name") },
          { key: "kind", label: t("change.kind"), width: 130 },
          { key: "before", label: t("change.before"), width: 130 },
          { key: "after", label: t("change.after"), width: 130 },
          { key: "delta", label: t("change.delta"), width: 140 },
        ]}
      >
        {rows.map((row, index) => (
          <tr key={index}>
            <td className="udt-ellipsis" title={row.name}>
              {row.stack ? <StackText name={row.name} stack={row.stack} /> : <span data-literal>{row.name}</span>}
            </td>
            <td>
              <StatePill tone={TONES[row.kind]}>{t(`kind.${row.kind}`)}</StatePill>
            </td>
            <Sums of={row} />
          </tr>
        ))}
        {other.count > 0 && (
          <tr className="memory-rest">
            <td>
              {t("change.other", {
                count: other.count,
                number: format.number(other.count),
                noise: format.bytes(noise_bytes),
              })}
            </td>
            <td />
            <Sums of={other} />
          </tr>
        )}
        <tr className="memory-rest">
          <td>{t("change.all")}</td>
          <td />
          <Sums of={all} />
        </tr>
      </Table>
    </div>
  );
}

function Sums({ of }: { of: Pick<MemoryChange, "before" | "after" | "delta"> }) {
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
