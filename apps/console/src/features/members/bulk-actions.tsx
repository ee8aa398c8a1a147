import { USER_TYPES, type Member } from "@udt/contract";
import { Button } from "antd";
import { useT } from "../../lib/i18n/index.ts";

/** What can be done with the members that are ticked. */
export function BulkActions(props: {
  pending: boolean;
  onSetType?: (user_type: Member["user_type"]) => void;
  onRemove: () => void;
}) {
  const t = useT("members");
  const { onSetType } = props;
  return (
    <>
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
    </>
  );
}
