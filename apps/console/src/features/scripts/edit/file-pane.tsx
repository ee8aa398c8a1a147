import { FileAddOutlined, FileOutlined, FolderOutlined } from "@ant-design/icons";
import type { ScriptEntry } from "@udt/contract";
import { Segmented, Tree } from "antd";
import { useCallback, useMemo, useState } from "react";
import { useT } from "../../../lib/i18n/index.ts";
import { SearchField } from "../../../lib/list/index.ts";
import { ContentSearch } from "../content-search.tsx";
import { treeOf, type FileNode } from "../file-tree.ts";
import type { FileLine } from "./trial/use-jump.ts";
import type { Place } from "./use-editing.ts";

const ROW_PX = 28;
/** So many open by themselves. */
const OPEN_MAX = 60;

/** The repository's files, those first that are looked for; which of them are changed. */
export function FilePane(props: {
  place: Place;
  /** At which contents are looked through. */
  commit_id: string;
  entries: readonly ScriptEntry[];
  changed: ReadonlySet<string>;
  active: string | undefined;
  canChange: boolean;
  onOpen: (path: string) => void;
  onGo: (at: FileLine) => void;
  onNew: () => void;
}) {
  const t = useT("scripts");
  const { place, commit_id, entries, changed, active, canChange, onOpen, onGo, onNew } = props;
  const [isWithin, setIsWithin] = useState(false);
  const [keyword, setKeyword] = useState("");
  const found = useMemo(() => entries.filter(({ path }) => matches(path, keyword)), [entries, keyword]);
  const nodes = useMemo(() => treeOf(found), [found]);
  const [opened, setOpened] = useState(() => (entries.length > OPEN_MAX ? foldersOf(active ?? "") : allFolders(nodes)));
  const [height, list] = useHeight();
  const titleOf = ({ key, title }: FileNode) => (
    <FileName name={title} mark={changed.has(key) ? t("edit.unsaved") : undefined} />
  );
  const isSearch = keyword !== "";
  return (
    <nav className="edit-files" aria-label={t("tab.files")}>
      <div className="edit-files-head">
        <Segmented
          size="small"
          value={isWithin ? "within" : "names"}
          options={[
            { value: "names", label: t("within.names") },
            { value: "within", label: t("within.title") },
          ]}
          onChange={(what) => setIsWithin(what === "within")}
        />
        {canChange && (
          <button
            type="button"
            className="udt-icon-button"
            data-large
            aria-label={t("edit.new")}
            title={t("edit.new")}
            onClick={onNew}
          >
            <FileAddOutlined />
          </button>
        )}
      </div>
      {isWithin ? (
        <ContentSearch
          place={{ project: place.project, repo_id: place.script.repo_id, branch: place.branch }}
          commit_id={commit_id}
          note={changed.size > 0 ? t("within.unsaved") : undefined}
          onGo={onGo}
        />
      ) : (
        <>
          <div className="edit-files-head">
            <SearchField value={keyword} placeholder={t("edit.find")} onSearch={setKeyword} />
          </div>
          <div ref={list} className="edit-tree" data-literal>
            {found.length === 0 && <p className="udt-secondary">{t("no_match.title")}</p>}
            <Tree
              blockNode
              showIcon
              expandAction="click"
              aria-label={t("tab.files")}
              height={height}
              itemHeight={ROW_PX}
              treeData={nodes}
              expandedKeys={isSearch ? allFolders(nodes) : opened}
              selectedKeys={active === undefined ? [] : [active]}
              icon={NodeIcon}
              titleRender={titleOf}
              onExpand={(keys) => setOpened(keys.map(String))}
              onSelect={(_keys, { node }) => node.isLeaf && onOpen(node.key)}
            />
          </div>
        </>
      )}
    </nav>
  );
}

function FileName({ name, mark }: { name: string; mark: string | undefined }) {
  return (
    <span className="edit-file" data-changed={mark !== undefined || undefined}>
      <span className="udt-ellipsis" title={name}>
        {name}
      </span>
      {mark !== undefined && <i title={mark} />}
    </span>
  );
}

const NodeIcon = ({ isLeaf }: { isLeaf?: boolean }) => (isLeaf ? <FileOutlined /> : <FolderOutlined />);

/** Every word is somewhere in the path. */
const matches = (path: string, keyword: string): boolean => {
  const whole = path.toLowerCase();
  return keyword
    .toLowerCase()
    .split(/\s+/)
    .every((word) => whole.includes(word));
};

const allFolders = (nodes: readonly FileNode[]): string[] =>
  nodes.flatMap(({ key, isLeaf, children }) => (isLeaf ? [] : [key, ...allFolders(children)]));

const foldersOf = (path: string): string[] => {
  const names = path.split("/");
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join("/"));
};

/** How high an element is: so many rows of a long list are drawn. */
function useHeight() {
  const [height, setHeight] = useState(400);
  const element = useCallback((shown: HTMLDivElement | null) => {
    if (!shown) return undefined;
    const observer = new ResizeObserver(([entry]) => entry && setHeight(entry.contentRect.height));
    observer.observe(shown);
    return () => observer.disconnect();
  }, []);
  return [height, element] as const;
}
