import { LIMITS } from "@udt/contract";
import { Input } from "antd";
import { Choices, Field } from "../../lib/form/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { GiftFields, isGift } from "./gift-fields.tsx";
import { TagPickFields } from "./tag-pick-fields.tsx";
import type { BulkAction, BulkWish } from "./use-bulk.ts";

/** Whether what is to be said with it has been said. */
export function isSaid(action: BulkAction, { reason, access, gift, tag }: BulkWish): boolean {
  if (action === "give") return isGift(gift);
  if (action === "tag") return tag.tag_id !== undefined;
  if (action === "take_out") return reason.trim() !== "";
  return action !== "access" || access.task_access !== undefined || access.remote_access !== undefined;
}

const MAX = {
  reason: LIMITS.out_of_use_reason_max,
  site: LIMITS.device_site_max,
  location: LIMITS.device_location_max,
} as const;

interface WishFieldsProps {
  project: string | null;
  action: BulkAction;
  wish: BulkWish;
  change: (part: Partial<BulkWish>) => void;
  onEnter: () => void;
}

/** What is to be said with what is done to devices. */
export function WishFields({ project, action, wish, change, onEnter }: WishFieldsProps) {
  const t = useT("devices");
  if (action === "access") return <AccessFields wish={wish} change={change} />;
  if (action === "tag")
    return <TagPickFields project={project ?? ""} wish={wish.tag} onChange={(tag) => change({ tag })} />;
  if (action === "give") return <GiftFields gift={wish.gift} onChange={(gift) => change({ gift })} />;
  if (action !== "take_out" && action !== "site" && action !== "location") return null;
  const key = action === "take_out" ? "reason" : action;
  return (
    <Field
      label={t(`bulk.${key}`)}
      hint={t(`bulk.${key}_hint`)}
      render={(control) => (
        <Input
          {...control}
          autoFocus
          autoComplete="off"
          maxLength={MAX[key]}
          value={wish[key]}
          onChange={(event) => change({ [key]: event.target.value })}
          onPressEnter={onEnter}
        />
      )}
    />
  );
}

const ANSWERS = ["keep", "yes", "no"] as const;
const SAID = { keep: undefined, yes: true, no: false } as const;

function AccessFields({ wish, change }: Pick<WishFieldsProps, "wish" | "change">) {
  const t = useT("devices");
  return (["task_access", "remote_access"] as const).map((key) => (
    <Choices
      key={key}
      label={t(`placement.${key}`)}
      value={ANSWERS.find((answer) => SAID[answer] === wish.access[key]) ?? "keep"}
      options={ANSWERS.map((value) => ({ value, label: t(`placement.${value}`) }))}
      onChange={(answer) => change({ access: { ...wish.access, [key]: SAID[answer] } })}
    />
  ));
}
