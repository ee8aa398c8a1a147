import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { JobConfig } from "@udt/contract";
import { libraryEndpoints } from "@udt/contract/endpoints/libraries";
import { Checkbox } from "antd";
import { useId, useState } from "react";
import { queryOf } from "../../../lib/api/queries.ts";
import { Choices } from "../../../lib/form/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { Pager, SearchField } from "../../../lib/list/index.ts";

type Cases = JobConfig["cases"];

/** Every case of a library, or those that are ticked. */
export function CasePicker(props: {
  project: string;
  library_id: string;
  cases: Cases;
  error: string | undefined;
  onChange: (cases: Cases) => void;
}) {
  const t = useT("jobs");
  const c = useT("job-config");
  const { cases, onChange } = props;
  return (
    <>
      <Choices
        label={c("field.cases")}
        value={cases.kind}
        options={(["all", "cases"] as const).map((value) => ({
          value,
          label: c(`case_choice.${value}`),
          hint: t(`case_choice_hint.${value}`),
        }))}
        onChange={(kind) => onChange(kind === "all" ? { kind } : { kind, case_keys: [] })}
      />
      {cases.kind === "cases" && (
        <CaseList
          project={props.project}
          library_id={props.library_id}
          chosen={new Set(cases.case_keys)}
          error={props.error}
          onChange={(chosen) => onChange({ kind: "cases", case_keys: [...chosen] })}
        />
      )}
    </>
  );
}

function CaseList(props: {
  project: string;
  library_id: string;
  chosen: ReadonlySet<string>;
  error: string | undefined;
  onChange: (chosen: ReadonlySet<string>) => void;
}) {
  const t = useT("jobs");
  const c = useT("job-config");
  const { project, library_id, chosen, error, onChange } = props;
  const noteId = useId();
  const [filter, setFilter] = useState({ keyword: "", page_num: 1, page_size: 25 });
  const cases = useQuery({
    ...queryOf(libraryEndpoints.libraryCases, { params: { library_id }, query: { project, ...filter } }),
    placeholderData: keepPreviousData,
  });
  const shown = cases.data?.list ?? [];
  const mark = (keys: readonly string[], isIn: boolean) => {
    const next = new Set(chosen);
    for (const key of keys)
      if (isIn) next.add(key);
      else next.delete(key);
    onChange(next);
  };
  const all = shown.length > 0 && shown.every((one) => chosen.has(one.case_key));
  return (
    <section className="jobs-cases" aria-label={c("field.cases")}>
      <div className="jobs-cases-head">
        <SearchField
          value={filter.keyword}
          placeholder={t("editor.case_search")}
          onSearch={(keyword) => setFilter((before) => ({ ...before, keyword, page_num: 1 }))}
        />
        <span className="udt-secondary">{t("editor.cases_chosen", { count: chosen.size })}</span>
      </div>
      <Checkbox
        checked={all}
        aria-describedby={noteId}
        indeterminate={!all && shown.some((one) => chosen.has(one.case_key))}
        onChange={(event) =>
          mark(
            shown.map((one) => one.case_key),
            event.target.checked,
          )
        }
      >
        {t("editor.cases_page")}
      </Checkbox>
      <span id={noteId} className="udt-field-note" data-error={error !== undefined || undefined} role="status">
        {error}
      </span>
      <ul>
        {shown.map((one) => (
          <li key={one.case_key}>
            <Checkbox
              checked={chosen.has(one.case_key)}
              onChange={(event) => mark([one.case_key], event.target.checked)}
            >
              {one.name} <small className="udt-mono">{one.file}</small>
            </Checkbox>
          </li>
        ))}
      </ul>
      {cases.data && (
        <Pager
          page_num={filter.page_num}
          page_size={filter.page_size}
          total={cases.data.total}
          onChange={({ page_num, page_size }) =>
            setFilter((before) => ({
              ...before,
              page_num: page_num ? Number(page_num) : 1,
              page_size: page_size === undefined ? before.page_size : Number(page_size || 25),
            }))
          }
        />
      )}
    </section>
  );
}
