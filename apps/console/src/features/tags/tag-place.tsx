import { ArrowDownOutlined, ArrowUpOutlined } from "@ant-design/icons";
import type { Tag } from "@udt/contract/endpoints/tags";
import { Button } from "antd";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { useTagActions } from "./use-tags.ts";

/** Where a tag stands among the project's, and the way up and down. */
export function TagPlace(props: { project: string; tag: Tag; mayChange: boolean; last: number | undefined }) {
  const t = useT("tags");
  const format = useFormat();
  const { project, tag, mayChange, last } = props;
  const { move } = useTagActions(project);
  const { tag_id, name, position } = tag;
  const to = (place: number) => move.mutate({ tag_id, position: place });
  return (
    <span className="tags-place udt-num">
      {format.number(position)}
      {mayChange && (
        <>
          <Button
            type="text"
            size="small"
            icon={<ArrowUpOutlined />}
            aria-label={t("move.up", { name })}
            disabled={position === 1 || move.isPending}
            onClick={() => to(position - 1)}
          />
          <Button
            type="text"
            size="small"
            icon={<ArrowDownOutlined />}
            aria-label={t("move.down", { name })}
            disabled={position === last || move.isPending}
            onClick={() => to(position + 1)}
          />
        </>
      )}
    </span>
  );
}
