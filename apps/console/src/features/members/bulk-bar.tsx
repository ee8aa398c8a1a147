import { USER_TYPES, type Member } from "@udt/contract";
import { Button } from "antd";
import { useT } from "../../lib/i18n/index.ts";

/** What can be done with the members that are ticked. */
export function BulkBar(props: {
  count: number;
  pending: boolean;
  onSetType?: (user_type: Member["user_type"]) => void;
  onRemove: () => void;
  onClear: () => void;
}) {
  const t = useT("members");
  const { onSetType } = props;
  return (
    <div className="members-bulk" role="toolbar" aria-label={t("bulk.label")}>
      <b>{t("bulk.chosen", { count: props.count })}</b>
      {onSetType && (
        <>
          <Button disabled={props.pending} onClick={() => onSetType(USER_TYPES.owner)}>
            {t("bulk.make_owners")}
          </Button>
          <Button disabled={props.pending} onClick={() => onSetType(USER_TYPES.member)}>
            {t("bulk.make_members")}
          </Button>
        </>
      )}
      <Button danger disabled={props.pending} onClick={props.onRemove}>
        {t("remove")}
      </Button>
      <Button type="text" onClick={props.onClear}>
        {t("bulk.clear")}
      </Button>
    </div>
  );
}
