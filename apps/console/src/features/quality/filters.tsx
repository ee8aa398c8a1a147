import { QUALITY_DAYS } from "@udt/contract/endpoints/quality";
import { useFrameworkName } from "../../lib/common/use-framework-name.ts";
import { useT } from "../../lib/i18n/index.ts";
import { FilterSelect } from "../../lib/list/index.ts";
import { useProjects } from "../../lib/session/index.ts";
import type { Board, useBoardFilter } from "./use-board.ts";

type Filter = ReturnType<typeof useBoardFilter>;

/** For how many days the board is. */
export function Days({ filter: { query, set } }: { filter: Filter }) {
  const t = useT("quality");
  return (
    <div className="udt-switch quality-days" role="group" aria-label={t("range.label")}>
      {QUALITY_DAYS.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === query.days}
          onClick={() => set({ days: each === "7" ? undefined : each })}
        >
          {t("range.days", { count: Number(each) })}
        </button>
      ))}
    </div>
  );
}

/** What it is narrowed to; of what its runs had there is a choice. */
export function Filters({
  filter: { search, set },
  choices,
}: {
  filter: Filter;
  choices: Board["choices"] | undefined;
}) {
  const t = useT("quality");
  const frameworkName = useFrameworkName();
  const common = useT("common");
  const projects = useProjects().data?.list ?? [];
  const plain = (values: readonly string[] = []) => values.map((value) => ({ value, label: value }));
  const all = [
    {
      name: "project_ids",
      label: t("filter.project"),
      options: projects.map(({ project_id, name }) => ({ value: project_id, label: name })),
    },
    {
      name: "os",
      label: t("filter.os"),
      options: (choices?.oses ?? []).map((os) => ({ value: os as string, label: common(`os.${os}`) })),
    },
    { name: "brand", label: t("filter.brand"), options: plain(choices?.brands) },
    {
      name: "framework",
      label: t("filter.framework"),
      options: (choices?.frameworks ?? []).map((one) => ({ value: one as string, label: frameworkName(one) })),
    },
    { name: "app_version", label: t("filter.app_version"), options: plain(choices?.app_versions) },
  ];
  return (
    <div className="quality-filters" role="group" aria-label={t("filter.label")}>
      {all.map(({ name, label, options }) => {
        const value = search.get(name) ?? undefined;
        // What the address asks for can be seen and taken back, whether there is any or not.
        const isKnown = value === undefined || options.some((option) => option.value === value);
        return (
          <FilterSelect
            key={name}
            label={label}
            value={value}
            options={isKnown ? options : [...options, ...plain([value])]}
            onChange={(to) => set({ [name]: to })}
          />
        );
      })}
    </div>
  );
}
