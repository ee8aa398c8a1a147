import type { ReactNode } from "react";
import { Table, type TableProps } from "./table.tsx";
import { useRowWindow } from "./use-row-window.ts";

/** From how many rows on only those in sight are drawn. */
const MANY = 40;

interface ListTableProps<Row, Sort extends string> extends Omit<TableProps<Sort>, "children" | "part"> {
  rows: readonly Row[];
  renderRow: (row: Row) => ReactNode;
  /** There may be many rows, and each is much to draw. */
  isLong?: boolean;
}

/** A table of a list's rows: all of them, or of a long list those in sight. */
export function ListTable<Row, Sort extends string>({ isLong, ...props }: ListTableProps<Row, Sort>) {
  if (isLong === true && props.rows.length > MANY) return <LongTable {...props} />;
  const { rows, renderRow, ...table } = props;
  return <Table {...table}>{rows.map((each) => renderRow(each))}</Table>;
}

function LongTable<Row, Sort extends string>(props: Omit<ListTableProps<Row, Sort>, "isLong">) {
  const { rows, renderRow, ...table } = props;
  const { from, to, ...part } = useRowWindow(rows);
  return (
    <Table {...table} part={{ ...part, from, count: rows.length }}>
      {rows.slice(from, to).map((each) => renderRow(each))}
    </Table>
  );
}
