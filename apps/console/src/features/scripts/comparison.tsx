import type { ScriptComparison } from "@udt/contract";
import { Alert } from "antd";
import type { ReactNode } from "react";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { patchLines } from "./patch-lines.ts";

/** Which files differ between two commits, and how. */
export function Comparison(props: {
  data: ScriptComparison;
  /** What can be done with one of the files. */
  renderAction?: (path: string) => ReactNode;
}) {
  const t = useT("scripts");
  const format = useFormat();
  const { data, renderAction } = props;
  return (
    <div className="scripts-comparison">
      <ul>
        {data.files.map(({ path, old_path, change, added, removed }) => (
          <li key={path}>
            <span className="udt-ellipsis" title={path} data-literal>
              {change === "renamed" ? `${old_path} → ${path}` : path}
            </span>
            <small className="udt-secondary">{t(`change.${change}`)}</small>
            {added !== null && removed !== null && (
              <small className="udt-num">
                +{format.number(added)} −{format.number(removed)}
              </small>
            )}
            {renderAction?.(path)}
          </li>
        ))}
      </ul>
      {data.has_more && <Alert className="scripts-note" type="info" title={t("more_changes")} />}
      {data.patch !== "" && (
        <pre className="udt-mono" tabIndex={0} data-literal>
          {patchLines(data.patch).map(({ text, kind }, index) => (
            // Lines of two commits never change.
            // oxlint-disable-next-line react/no-array-index-key
            <span key={index} data-kind={kind}>
              {text}
              {"\n"}
            </span>
          ))}
        </pre>
      )}
    </div>
  );
}
