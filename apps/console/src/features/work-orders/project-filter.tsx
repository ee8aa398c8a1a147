import { Select } from "antd";
import { useState } from "react";
import { useT } from "../../lib/i18n/index.ts";
import { useEveryProject } from "../../lib/session/index.ts";

interface ProjectFilterProps {
  value: string | undefined;
  onChange: (project_id: string | undefined) => void;
}

/** Narrows a list to what one project sees, found by its name. */
export function ProjectFilter({ value, onChange }: ProjectFilterProps) {
  const t = useT("work-orders");
  const [keyword, setKeyword] = useState("");
  const projects = useEveryProject(keyword.trim());
  const found = (projects.data?.list ?? []).map((each) => ({ value: each.project_id, label: each.name }));
  // One that is not among those that were found is called by its id, which people gave it.
  const isFound = value === undefined || found.some((each) => each.value === value);
  return (
    <Select
      className="orders-project"
      aria-label={t("filter.project")}
      placeholder={t("filter.project")}
      allowClear
      showSearch={{ filterOption: false, searchValue: keyword, onSearch: setKeyword }}
      onOpenChange={(isOpen) => !isOpen && setKeyword("")}
      popupMatchSelectWidth={false}
      loading={projects.isFetching}
      options={isFound ? found : [{ value, label: value }, ...found]}
      value={value}
      onChange={(chosen: string | undefined) => onChange(chosen)}
    />
  );
}
