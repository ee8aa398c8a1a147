import type { ReactNode } from "react";
import "./list.css";

export type Order = "asc" | "desc";

export interface TableColumn<Sort extends string = never> {
  key: string;
  label: string;
  /** Columns without one share what is left. */
  width?: number | string | undefined;
  /** The name is read out and not shown: what is in the column speaks for itself. */
  isHidden?: boolean;
  /** What pressing the column's name sorts by. */
  sort?: Sort;
}

export interface TableProps<Sort extends string> {
  columns: readonly TableColumn<Sort>[];
  className?: string;
  /** The rows are the last answer's, and the next one is under way. */
  stale?: boolean;
  /** Heads the column of ticks before the others. */
  tickAll?: ReactNode;
  sorting?: { sort: Sort; order: Order; onSort: (sort: Sort, order: Order) => void };
  /** Rows. */
  children: ReactNode;
}

const TICKS_WIDTH = 44;

/** The frame of a list's table: its columns' widths and names, by which it is sorted where the server sorts. */
export function Table<Sort extends string = never>(props: TableProps<Sort>) {
  const { columns, className, stale, tickAll, sorting, children } = props;
  return (
    <table className={className === undefined ? "udt-table" : `udt-table ${className}`} aria-busy={stale}>
      <colgroup>
        {tickAll && <col style={{ width: TICKS_WIDTH }} />}
        {columns.map(({ key, width }) => (
          <col key={key} {...(width !== undefined && { style: { width } })} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {tickAll && <th scope="col">{tickAll}</th>}
          {columns.map(({ key, label, isHidden, sort }) => {
            const isSorted = sort !== undefined && sort === sorting?.sort;
            return (
              <th
                key={key}
                scope="col"
                aria-sort={isSorted ? (sorting.order === "asc" ? "ascending" : "descending") : undefined}
              >
                {sort !== undefined && sorting ? (
                  <button
                    type="button"
                    className="udt-sort"
                    onClick={() => sorting.onSort(sort, nextOrder(sort, sorting))}
                  >
                    {label}
                    <span aria-hidden>{isSorted ? (sorting.order === "asc" ? "↑" : "↓") : ""}</span>
                  </button>
                ) : isHidden ? (
                  <span className="udt-hidden">{label}</span>
                ) : (
                  label
                )}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

/** Rows and nothing else: no columns' names, none of a list's looks. */
export function PlainTable({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <table className={className}>
      <tbody>{children}</tbody>
    </table>
  );
}

/** Names start at A; dates and sizes are wanted largest first. */
export function nextOrder(column: string, now: { sort: string; order: Order }): Order {
  if (column === now.sort) return now.order === "asc" ? "desc" : "asc";
  return column === "name" ? "asc" : "desc";
}
