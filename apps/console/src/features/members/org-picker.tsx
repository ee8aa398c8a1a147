import { LIMITS } from "@udt/contract";
import { Checkbox, Input } from "antd";
import { useDeferredValue, useState } from "react";
import { useFormat } from "../../lib/format/index.ts";
import { Field } from "../../lib/form/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { OrgTree } from "../../lib/orgs/index.ts";
import { orgLevel, type TreeOrg } from "./use-orgs.ts";

interface OrgPickerProps {
  project: string;
  chosen: readonly TreeOrg[];
  onToggle: (org: TreeOrg, on: boolean) => void;
}

/** The tree of organisations, to tick those that the project shall have; a search finds them wherever they are. */
export function OrgPicker({ project, chosen, onToggle }: OrgPickerProps) {
  const t = useT("members");
  const [text, setText] = useState("");
  const keyword = useDeferredValue(text.trim());
  const row = (org: TreeOrg) => (
    <Row
      org={org}
      isChosen={chosen.some(({ org_id }) => org_id === org.org_id)}
      isFound={keyword !== ""}
      onToggle={onToggle}
    />
  );
  return (
    <>
      <Field
        label={t("orgs.pick")}
        hint={t("orgs.pick_hint")}
        render={(control) => (
          <Input
            {...control}
            autoComplete="off"
            maxLength={LIMITS.keyword_max}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      />
      <div className="members-tree">
        <OrgTree
          key={keyword}
          level={(org_id, count) => orgLevel(project, org_id, count, org_id === undefined ? keyword : "")}
          row={row}
          empty={<p className="udt-secondary">{t(keyword === "" ? "orgs.tree_empty" : "orgs.tree_no_match")}</p>}
        />
      </div>
    </>
  );
}

function Row(props: { org: TreeOrg; isChosen: boolean; isFound: boolean; onToggle: OrgPickerProps["onToggle"] }) {
  const t = useT("members");
  const format = useFormat();
  const { org } = props;
  const isMember = org.user_type !== null;
  return (
    <Checkbox
      checked={isMember || props.isChosen}
      disabled={isMember}
      onChange={(event) => props.onToggle(org, event.target.checked)}
    >
      <span className="members-org">
        <b>{org.name}</b>
        {props.isFound && org.path.length > 1 && <small>{org.path.slice(0, -1).join(" / ")}</small>}
        <small>
          {isMember
            ? t("orgs.is_member")
            : t("orgs.people", { count: org.user_count, total: format.number(org.user_count) })}
        </small>
      </span>
    </Checkbox>
  );
}
