import { Select } from "antd";
import { useT } from "../../lib/i18n/index.ts";
import { useMay } from "../../lib/privileges/index.ts";
import { useTagOptions } from "../../lib/tags/index.ts";

/** Narrows the list to the devices of one tag; not there for who sees no tags, nor where there are none. */
export function TagFilter(props: {
  project: string;
  value: string | undefined;
  onChange: (tag_id: string | undefined) => void;
}) {
  const t = useT("devices");
  const { project, value } = props;
  const maySee = useMay(project, "tag.view");
  const tags = useTagOptions(project, value === undefined ? [] : [value], t("tags.gone"), maySee);
  if (!maySee || !tags.isSome) return null;
  return (
    <Select
      className="devices-tag-filter"
      aria-label={t("filter.tag")}
      placeholder={t("filter.tag")}
      allowClear
      showSearch={tags.search}
      onOpenChange={tags.onOpenChange}
      popupMatchSelectWidth={false}
      notFoundContent={t("tags.none")}
      options={tags.options}
      value={value}
      onChange={(tag_id: string | undefined) => props.onChange(tag_id)}
    />
  );
}
