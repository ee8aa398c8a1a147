import type { ElementTree } from "@udt/contract";
import { Tree } from "antd";
import type { DataNode } from "antd/es/tree";
import { useLayoutEffect, useMemo, useRef, useState, type ComponentRef } from "react";
import { useT } from "../../../lib/i18n/index.ts";
import { useStore } from "../../../lib/streams/index.ts";
import { branchesOf, findElements, pathTo, shortClass, shortId, type Branch } from "./element-tree.ts";
import { useChoose, useInspector } from "./use-inspector.ts";

/** The tree, everything open at first; with a keyword only what has it, and the way there. */
export function ElementList({ tree, keyword }: { tree: ElementTree; keyword: string }) {
  const t = useT("debug");
  const inspector = useInspector();
  const choose = useChoose();
  const { chosen } = useStore(inspector.view);
  const { room, height } = useHeight();
  const list = useRef<ComponentRef<typeof Tree>>(null);
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
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
  const open = useMemo(() => tree.list.map((_, at) => at).filter((at) => !closed.has(at)), [tree, closed]);

  useLayoutEffect(() => {
    if (chosen !== undefined) list.current?.scrollTo({ key: chosen, align: "auto" });
  }, [chosen]);

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
              const after = new Set(before);
              if (expanded) after.delete(Number(node.key));
              else after.add(Number(node.key));
              return after;
            })
          }
          onSelect={(_, { node }) => choose(Number(node.key))}
          onMouseEnter={({ node }) => inspector.hover(Number(node.key))}
        />
      )}
    </div>
  );
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
