import { SearchOutlined } from "@ant-design/icons";
import { Button } from "antd";
import type { ReactNode } from "react";
import { EmptyState, ErrorState, SkeletonRows } from "../components/index.ts";
import { useT } from "../i18n/index.ts";
import { ListTable } from "./list-table.tsx";
import { SelectableTable } from "./selectable-table.tsx";
import type { Selection } from "./selection.ts";
import type { TableColumn, TableProps } from "./table.tsx";

/** A read of a list, as a query has it. */
export interface ListRead<Row> {
  data: { list: readonly Row[] } | undefined;
  isPending: boolean;
  isError: boolean;
  error: unknown;
  /** The rows are the last answer's, and the next one is under way. */
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

/** What is said where there are no rows. */
export interface Nothing {
  title: string;
  text: ReactNode;
  /** In place of the list's own. */
  icon?: ReactNode;
  action?: ReactNode;
}

/** The same in one line, where the list is a part of something. */
interface QuietNothing {
  line: ReactNode;
}

export interface ListBodyProps<Row, Sort extends string> {
  read: ListRead<Row>;
  columns: readonly TableColumn<Sort>[];
  /** A row's `<tr>`, with its key; where rows are ticked, `tick` is its first cell. */
  renderRow: (row: Row, tick: ReactNode) => ReactNode;
  tableClass?: string;
  /** There may be many rows on a page, and each is much to draw: only those in sight are. */
  isLong?: boolean;
  sorting?: TableProps<Sort>["sorting"];
  selection?: Selection<Row> | undefined;
  /** What could not be read. */
  error: string;
  /** Stands over what is said where there are no rows. */
  icon?: ReactNode;
  /** There is nothing at all; without it, nothing fits. */
  none?: Nothing | QuietNothing | undefined;
  /** Nothing fits. */
  noMatch?: { title: string; text: ReactNode; clear?: string };
  /** How many grey rows stand in for those that are read. */
  expected?: number;
}

interface Narrowing {
  /** No rows mean that none fit. */
  isNarrowed: boolean;
  onClear?: (() => void) | undefined;
  /** What is ticked belongs to the rows that it was ticked among: another key, and nothing is. */
  selectionKey?: string;
}

/** The rows of a list, or why there are none: they are being read, could not be, there is nothing, or nothing fits. */
export function ListBody<Row, Sort extends string = never>(props: ListBodyProps<Row, Sort> & Narrowing) {
  const { read, columns, renderRow, sorting, selection, icon, none } = props;
  if (read.data === undefined) {
    return read.isError ? (
      <ErrorState title={props.error} error={read.error} onRetry={() => void read.refetch()} />
    ) : (
      <SkeletonRows rows={props.expected ?? 8} />
    );
  }
  const { list } = read.data;
  if (list.length === 0) {
    if (props.isNarrowed || none === undefined) {
      return <NoMatch icon={icon} words={props.noMatch} onClear={props.onClear} />;
    }
    if ("line" in none) return none.line && <div className="udt-list-none udt-secondary">{none.line}</div>;
    return (
      <EmptyState icon={none.icon ?? icon} title={none.title} action={none.action}>
        {none.text}
      </EmptyState>
    );
  }
  const table = {
    columns,
    stale: read.isPlaceholderData,
    rows: list,
    ...(props.isLong && { isLong: true }),
    ...(props.tableClass !== undefined && { className: props.tableClass }),
    ...(sorting && { sorting }),
  };
  if (selection) {
    return <SelectableTable key={props.selectionKey} {...table} renderRow={renderRow} selection={selection} />;
  }
  return <ListTable {...table} renderRow={(each) => renderRow(each, null)} />;
}

function NoMatch(props: {
  icon: ReactNode;
  words: ListBodyProps<unknown, never>["noMatch"];
  onClear: (() => void) | undefined;
}) {
  const t = useT("common");
  const { icon = <SearchOutlined />, words, onClear } = props;
  return (
    <EmptyState
      icon={icon}
      title={words?.title ?? t("no_match.title")}
      action={onClear && <Button onClick={onClear}>{words?.clear ?? t("no_match.clear")}</Button>}
    >
      {words?.text ?? t("no_match.text")}
    </EmptyState>
  );
}
