import type { ElementTree } from "@udt/contract";
import { Tree } from "antd";
import type { DataNode } from "antd/es/tree";
import { useLayoutEffect, useMemo, useRef, useState, type ComponentRef } from "react";
import { useT } from "../../../lib/i18n/index.ts";
import { useStore } from "../../../lib/streams/index.ts";
import { branchesOf, findElements, identitiesOf, pathTo, shortClass, shortId, type Branch } from "./element-tree.ts";
import { useInspector } from "./use-inspector.ts";

/** The tree, everything open at first; with a keyword only what has it, and the way there. */
export function ElementList(props: { tree: ElementTree; keyword: string; onChoose: (at: number) => void }) {
  const { tree, keyword, onChoose } = props;
  const t = useT("debug");
  const inspector = useInspector();
  const { chosen } = useStore(inspector.view);
  const { room, height } = useHeight();
  const list = useRef<ComponentRef<typeof Tree>>(null);
  const identities = useMemo(() => identitiesOf(tree), [tree]);
  /** By identity: the places of another screen are others. */
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [openedFor, setOpenedFor] = useState(chosen);
  // What is chosen on the picture must be seen here.
  if (chosen !== openedFor) {
    setOpenedFor(chosen);
    if (chosen !== undefined) setClosed(without(closed, pathTo(tree, chosen).slice(0, -1), identities));
  }
  const found = useMemo(() => new Set(findElements(tree, keyword)), [tree, keyword]);
  const isSearch = keyword.trim() !== "";
  const nodes = useMemo(() => {
    const kept = isSearch ? new Set([...found].flatMap((at) => pathTo(tree, at))) : undefined;
    const nodeOf = ({ at, children }: Branch): DataNode[] =>
      kept && !kept.has(at)
        ? []
        : [{ key: at, title: <Title tree={tree} at={at} />, children: children.flatMap(nodeOf) }];
    return branchesOf(tree).flatMap(nodeOf);
  }, [tree, found, isSearch]);
  // Of what is searched for all is shown.
  const open = useMemo(
    () => identities.flatMap((identity, at) => (isSearch || !closed.has(identity) ? [at] : [])),
    [identities, closed, isSearch],
  );

  useLayoutEffect(() => {
    if (chosen !== undefined && height > 0) list.current?.scrollTo({ key: chosen, align: "auto" });
    // Its facts take room from the list when the first is chosen.
  }, [chosen, height]);

  return (
    <div className="dbg-inspect-list" ref={room} onPointerLeave={() => inspector.hover(undefined)}>
      {isSearch && found.size === 0 ? (
        <p className="dbg-inspect-note">{t("inspect.no_match", { keyword: keyword.trim() })}</p>
      ) : (
        <Tree
          ref={list}
          height={height}
          treeData={nodes}
          expandedKeys={open}
          selectedKeys={chosen === undefined ? [] : [chosen]}
          blockNode
          aria-label={t("inspect.tree")}
          rootClassName="dbg-inspect-tree"
          onExpand={(_, { node, expanded }) =>
            setClosed((before) => {
              const after = without(before, [Number(node.key)], identities);
              return expanded ? after : after.add(identities[Number(node.key)] ?? "");
            })
          }
          onSelect={(_, { node }) => onChoose(Number(node.key))}
          onMouseEnter={({ node }) => inspector.hover(Number(node.key))}
        />
      )}
    </div>
  );
}

function without(closed: ReadonlySet<string>, places: readonly number[], identities: readonly string[]): Set<string> {
  const opened = new Set(places.map((at) => identities[at]));
  return new Set([...closed].filter((identity) => !opened.has(identity)));
}

function Title({ tree, at }: { tree: ElementTree; at: number }) {
  const { hovered } = useStore(useInspector().view);
  const element = tree.list[at];
  if (!element) return null;
  const words = element.text || element.description;
  return (
    <span className="dbg-inspect-title" data-hovered={at === hovered || undefined}>
      <b>{shortClass(element)}</b>
      {element.resource_id !== "" && <code>#{shortId(element)}</code>}
      {words !== "" && <q>{words}</q>}
    </span>
  );
}

/** How high what is in it may be. */
function useHeight() {
  const room = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(240);
  useLayoutEffect(() => {
    const element = room.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { room, height };
}
