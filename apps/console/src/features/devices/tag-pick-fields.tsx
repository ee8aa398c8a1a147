import { TAG_PICKS } from "@udt/contract";
import { Select } from "antd";
import { Choices, Field } from "../../lib/form/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { useTagOptions } from "../../lib/tags/index.ts";
import type { BulkWish } from "./use-bulk.ts";

interface TagPickFieldsProps {
  project: string;
  wish: BulkWish["tag"];
  onChange: (wish: BulkWish["tag"]) => void;
}

/** For which tag of the project devices are picked by hand, and whether it is to have them. */
export function TagPickFields({ project, wish, onChange }: TagPickFieldsProps) {
  const t = useT("devices");
  const { tag_id } = wish;
  const tags = useTagOptions(project, tag_id === undefined ? [] : [tag_id], t("tags.gone"));
  return (
    <>
      <Field
        label={t("filter.tag")}
        render={(control) => (
          <Select
            {...control}
            showSearch={tags.search}
            onOpenChange={tags.onOpenChange}
            loading={tags.isLoading}
            placeholder={t("bulk.tag.choose")}
            notFoundContent={t("tags.none")}
            options={tags.options}
            value={tag_id}
            onChange={(chosen: string | undefined) => onChange({ ...wish, tag_id: chosen })}
          />
        )}
      />
      <Choices
        label={t("bulk.tag.pick")}
        value={wish.pick}
        options={TAG_PICKS.map((value) => ({ value, label: t(`bulk.tag.${value}`) }))}
        onChange={(pick) => onChange({ ...wish, pick })}
      />
    </>
  );
}
