import { textAfterLast } from "@udt/base";
import { useQuery } from "@tanstack/react-query";
import { isClean, type HandoverEntry } from "@udt/contract";
import { handoverEndpoints } from "@udt/contract/endpoints/handovers";
import { queryOf } from "../api/queries.ts";
import { SkeletonRows, StatePill } from "../components/index.ts";
import { errorText } from "../errors/index.ts";
import { useFormat } from "../format/index.ts";
import { hasText, useT } from "../i18n/index.ts";
import "./handover.css";

/** How the device was handed on after a session or run: clean, or what remained; beside it all that is not as it was before. */
export function Handover(props: { project: string; test_id: string; device_id: string }) {
  const t = useT("handover");
  const format = useFormat();
  const { project, ...params } = props;
  const told = useQuery(queryOf(handoverEndpoints.handoverGet, { params, query: { project } }));
  if (told.isPending) return <SkeletonRows rows={1} />;
  if (told.isError && !told.data)
    return (
      <p className="udt-secondary" role="alert">
        {errorText(told.error)}
      </p>
    );
  const { data } = told;
  if (!data) return <p className="udt-secondary">{t("untold")}</p>;
  const remaining = data.entries.filter(({ remains }) => remains);
  const others = data.entries.filter(({ remains }) => !remains);
  return (
    <>
      <p>
        <StatePill tone={isClean(data) ? "good" : "bad"}>{t(isClean(data) ? "clean" : "remained")}</StatePill>
      </p>
      {remaining.length > 0 && <Entries entries={remaining} />}
      {others.length > 0 && (
        <details>
          <summary>{t("others", { count: others.length, shown: format.number(others.length) })}</summary>
          <Entries entries={others} />
        </details>
      )}
      {data.more > 0 && (
        <p className="udt-secondary">{t("more", { count: data.more, shown: format.number(data.more) })}</p>
      )}
      <p className="udt-secondary">{t("scope")}</p>
      {!data.is_whole && <p className="udt-secondary">{t("not_whole")}</p>}
    </>
  );
}

function Entries({ entries }: { entries: readonly HandoverEntry[] }) {
  const t = useT("handover");
  /** Settings that people leave are named; what the device calls them stands beside it. */
  const titleOf = (change: HandoverEntry["change"], name: string) => {
    const told = t(`change.${change}`);
    const setting = `setting.${textAfterLast(name, " ")}`;
    const isNamed = change === "setting_changed" && hasText("handover", setting);
    return isNamed ? t("named", { change: told, setting: t(setting) }) : told;
  };
  return (
    <ul className="handover-entries">
      {entries.map(({ change, name, before, after }) => (
        <li key={`${change} ${name}`} data-change={change}>
          <span>{titleOf(change, name)}</span>
          <code data-literal>{name}</code>
          {(before !== null || after !== null) && (
            <small className="udt-secondary" data-literal>
              {before ?? "–"} → {after ?? "–"}
            </small>
          )}
        </li>
      ))}
    </ul>
  );
}
