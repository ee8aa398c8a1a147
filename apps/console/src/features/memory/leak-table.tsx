import type { MemoryReport } from "@udt/contract";
import { StatePill } from "../../lib/components/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { Table } from "../../lib/list/index.ts";
import { StackText } from "./stack-text.tsx";

/** What leaked, by type and stack, and of cycles the way back to where they begin. */
export function Leaks({ leaks }: { leaks: MemoryReport["leaks"] }) {
  const t = useT("memory");
  const format = useFormat();
  if (!leaks) return null;
  const { count, bytes, list } = leaks;
  const hasCycles = list.some(({ kind }) => kind === "cycle");
  return (
    <>
      <p className="memory-leaks">
        {count === 0
          ? t("leak.none")
          : t("leak.all", { count, number: format.number(count), size: format.bytes(bytes) })}{" "}
        {hasCycles && <span className="udt-secondary">{t("leak.shared")}</span>}
      </p>
      {list.length > 0 && (
        <Table
          columns={[
            { key: "name", label: t("leak.name") },
            { key: "kind", label: t("leak.kind"), width: 130 },
            { key: "instances", label: t("leak.instances"), width: 110 },
            { key: "objects", label: t("leak.objects"), width: 110 },
            { key: "bytes", label: t("class.bytes"), width: 120 },
          ]}
        >
          {list.map((row, index) => (
            <tr key={index}>
              <td>
                {row.stack.length > 0 ? (
                  <StackText name={row.name} stack={row.stack} />
                ) : (
                  <span className="udt-ellipsis" title={row.name} data-literal>
                    {row.name}
                  </span>
                )}
                {row.cycle.length > 0 && (
                  <details className="memory-stack">
                    <summary>{t("leak.cycle_way")}</summary>
                    <pre data-literal>{row.cycle.join("\n")}</pre>
                  </details>
                )}
              </td>
              <td>
                <StatePill tone={row.kind === "cycle" ? "bad" : "warning"}>{t(`leak.${row.kind}`)}</StatePill>
              </td>
              <td className="udt-num">{format.number(row.instances)}</td>
              <td className="udt-num">{format.number(row.objects)}</td>
              <td className="udt-num">{format.bytes(row.bytes)}</td>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}
