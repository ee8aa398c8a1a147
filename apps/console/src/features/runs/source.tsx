import type { CaseDetail } from "@udt/contract";
import { useT } from "../../lib/i18n/index.ts";
import { PlainTable } from "../../lib/list/index.ts";

/** The lines around a failure, as they are at the run's commit. */
export function Source({ location }: { location: NonNullable<CaseDetail["location"]> }) {
  const t = useT("runs");
  return (
    <figure className="runs-source" data-literal>
      <figcaption className="udt-mono">{t("case.at", { place: `${location.file}:${location.line}` })}</figcaption>
      {location.source.length > 0 && (
        <PlainTable>
          {location.source.map(({ line, text }) => (
            <tr key={line} aria-current={line === location.line}>
              <th scope="row">{line}</th>
              <td>{text}</td>
            </tr>
          ))}
        </PlainTable>
      )}
    </figure>
  );
}
