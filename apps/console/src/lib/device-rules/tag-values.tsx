import { Select, type SelectProps } from "antd";
import { useT } from "../i18n/index.ts";
import { useTagOptions } from "../tags/index.ts";

/** Chooses tags of the project by their names, of however many there are. */
export function TagValues(props: {
  project: string;
  control: Pick<SelectProps, "aria-label" | "aria-invalid" | "aria-describedby" | "status">;
  maxCount: number;
  value: readonly string[];
  onChange: (tag_ids: string[]) => void;
}) {
  const t = useT("device-rules");
  const c = useT("job-config");
  const { project, value } = props;
  const tags = useTagOptions(project, value, c("summary.gone"));
  return (
    <Select
      {...props.control}
      mode="multiple"
      maxCount={props.maxCount}
      showSearch={tags.search}
      onOpenChange={tags.onOpenChange}
      loading={tags.isLoading}
      placeholder={t("choose_tag")}
      notFoundContent={t("no_tags")}
      options={tags.options}
      value={[...value]}
      onChange={(tag_ids: string[]) => props.onChange(tag_ids)}
    />
  );
}
