import { DownOutlined, RightOutlined } from "@ant-design/icons";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { ErrorState, SkeletonBar } from "../components/index.ts";
import { useT } from "../i18n/index.ts";
import "./org-tree.css";

/** What the tree needs to know of an organisation; `path` has the names from the top down to it. */
export interface TreeOrg {
  readonly org_id: string;
  readonly name: string;
  readonly path: readonly string[];
  readonly has_children: boolean;
}

/** How some of the organisations below one are read. */
export interface Level<Org> {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context: { signal: AbortSignal }) => Promise<{ list: Org[]; total: number }>;
}

interface OrgTreeProps<Org extends TreeOrg> {
  /** The first `count` organisations right below one, or at the top. */
  readonly level: (org_id: string | undefined, count: number) => Level<Org>;
  readonly row: (org: Org) => ReactNode;
  /** Instead of a tree that is empty. */
  readonly empty: ReactNode;
}

const STEP = 25;

/** A tree whose branches are read when they are opened. */
export function OrgTree<Org extends TreeOrg>(props: OrgTreeProps<Org>) {
  return <Branch {...props} parent={undefined} />;
}

function Branch<Org extends TreeOrg>(props: OrgTreeProps<Org> & { parent: Org | undefined }) {
  const t = useT("common");
  const { parent } = props;
  const [count, setCount] = useState(STEP);
  const level = useQuery({ ...props.level(parent?.org_id, count), placeholderData: keepPreviousData });
  if (level.data === undefined) {
    return level.error ? (
      <ErrorState title={t("orgs.error")} error={level.error} onRetry={() => void level.refetch()} />
    ) : (
      <div className="org-tree-wait">
        <SkeletonBar width="40%" />
      </div>
    );
  }
  const { list, total } = level.data;
  if (list.length === 0) return parent === undefined ? props.empty : null;
  return (
    <ul
      className="org-tree"
      aria-label={parent === undefined ? t("orgs.tree") : t("orgs.below", { name: parent.name })}
    >
      {list.map((org) => (
        <Node key={org.org_id} {...props} org={org} />
      ))}
      {total > list.length && (
        <li>
          <button type="button" className="org-tree-more" onClick={() => setCount(count + STEP)}>
            {t("orgs.more", { count: total - list.length })}
          </button>
        </li>
      )}
    </ul>
  );
}

function Node<Org extends TreeOrg>(props: OrgTreeProps<Org> & { org: Org }) {
  const t = useT("common");
  const { org } = props;
  const [open, setOpen] = useState(false);
  return (
    <li>
      <div className="org-tree-row">
        {org.has_children ? (
          <button
            type="button"
            className="udt-icon-button"
            aria-expanded={open}
            aria-label={t(open ? "orgs.close" : "orgs.open", { name: org.name })}
            onClick={() => setOpen(!open)}
          >
            {open ? <DownOutlined /> : <RightOutlined />}
          </button>
        ) : (
          <span className="org-tree-leaf" />
        )}
        {props.row(org)}
      </div>
      {open && org.has_children && <Branch {...props} parent={org} />}
    </li>
  );
}
