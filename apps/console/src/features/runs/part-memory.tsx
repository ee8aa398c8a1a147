import type { PartMemory } from "@udt/contract";
import { Link } from "react-router";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { Said } from "../../lib/words/index.ts";

/** What was recorded of the app's memory on a device, and what could not be. */
export function RecordedMemory({ project, memory }: { project: string; memory: PartMemory }) {
  const t = useT("runs");
  const format = useFormat();
  const { trace_id, samples, reading, refused, fault } = memory;
  const counted = (key: "samples" | "reading" | "refused", count: number) =>
    t(`memory.${key}`, { count, number: format.number(count) });
  return (
    <section className="udt-card runs-pad" aria-label={t("memory.title")}>
      <h2 className="runs-subtitle">{t("memory.title")}</h2>
      <p className="runs-notes">
        {[
          counted("samples", samples),
          ...(reading > 0 ? [counted("reading", reading)] : []),
          ...(refused > 0 ? [counted("refused", refused)] : []),
        ].join(" · ")}
      </p>
      {fault && (
        <p className="runs-notes">
          <Said said={fault} />
        </p>
      )}
      {trace_id !== null && (
        <Link className="udt-link" to={paths.memoryReport(project, trace_id)}>
          {t("memory.open")}
        </Link>
      )}
    </section>
  );
}
