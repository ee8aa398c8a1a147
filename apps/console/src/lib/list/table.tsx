import { useLayoutEffect, type ReactNode, type RefObject } from "react";
import "./list.css";

export type Order = "asc" | "desc";

export interface TableColumn<Sort extends string = never> {
  key: string;
  label: string;
  /** What the name stands for, where it has room for a part alone. */
  title?: string;
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
  /** The rows are a part of more, and this much room stands for those above and below. */
  part?: { body: RefObject<HTMLTableSectionElement | null>; from: number; count: number; above: number; below: number };
  /** Rows. */
  children: ReactNode;
}

const TICKS_WIDTH = 44;

/** The frame of a list's table: its columns' widths and names, by which it is sorted where the server sorts. */
export function Table<Sort extends string = never>(props: TableProps<Sort>) {
  const { columns, className, stale, tickAll, sorting, part, children } = props;
  // Rows are whoever renders them: which ones they are of all is told to the elements.
  useLayoutEffect(() => {
    if (!part) return;
    for (const [at, row] of [...(part.body.current?.children ?? [])].entries()) {
      row.setAttribute("aria-rowindex", String(part.from + at + 2));
    }
  });
  return (
    <table
      className={className === undefined ? "udt-table" : `udt-table ${className}`}
      aria-busy={stale}
      aria-rowcount={part && part.count + 1}
    >
      <colgroup>
        {tickAll && <col style={{ width: TICKS_WIDTH }} />}
        {columns.map(({ key, width }) => (
          <col key={key} {...(width !== undefined && { style: { width } })} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {tickAll && <th scope="col">{tickAll}</th>}
          {columns.map(({ key, label, title, isHidden, sort }) => {
            const isSorted = sort !== undefined && sort === sorting?.sort;
            return (
              <th
                key={key}
                scope="col"
                title={title}
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
      <Room px={part?.above} />
      <tbody ref={part?.body}>{children}</tbody>
      <Room px={part?.below} />
    </table>
  );
}

/** Stands for rows that are not drawn. */
function Room({ px }: { px: number | undefined }) {
  return px ? (
    <tbody className="udt-table-room" aria-hidden>
      <tr>
        <td style={{ height: px }} />
      </tr>
    </tbody>
  ) : null;
}

/** Rows and nothing else: no columns' names, none of a list's looks. */
export function PlainTable({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <table className={className}>
      <tbody>{children}</tbody>
    </table>
  );
}

const NAMES = ["name", "serial", "state"];

/** Names start at A; dates and sizes are wanted largest first. */
export function nextOrder(column: string, now: { sort: string; order: Order }): Order {
  if (column === now.sort) return now.order === "asc" ? "desc" : "asc";
  return NAMES.includes(column) ? "asc" : "desc";
}
