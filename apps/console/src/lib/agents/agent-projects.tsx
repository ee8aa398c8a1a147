import { Select } from "antd";
import { useState } from "react";
import { Field } from "../form/index.ts";
import { useEveryProject } from "../session/index.ts";

interface AgentProjectsProps {
  label: string;
  hint: string;
  error?: string | undefined;
  value: string[];
  onChange: (project_ids: string[]) => void;
}

/** The projects that an agent serves, found by name. */
export function AgentProjects({ value, onChange, ...field }: AgentProjectsProps) {
  const [keyword, setKeyword] = useState("");
  const projects = useEveryProject(keyword.trim());
  return (
    <Field
      {...field}
      render={(control) => (
        <Select
          {...control}
          mode="multiple"
          value={value}
          loading={projects.isFetching}
          showSearch={{ filterOption: false, searchValue: keyword, onSearch: setKeyword }}
          options={(projects.data?.list ?? []).map((each) => ({ value: each.project_id, label: each.name }))}
          onChange={(chosen: string[]) => {
            onChange(chosen);
            setKeyword("");
          }}
        />
      )}
    />
  );
}
