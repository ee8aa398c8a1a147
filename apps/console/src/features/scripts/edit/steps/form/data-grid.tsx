import { DeleteOutlined, PlusOutlined } from "@ant-design/icons";
import { Button, Input } from "antd";
import { useState } from "react";
import { useFormat } from "../../../../../lib/format/index.ts";
import { useT } from "../../../../../lib/i18n/index.ts";
import { Cell } from "./record-input.tsx";

type Row = Readonly<Record<string, unknown>>;
const NAME = /^[A-Za-z_]\w{0,59}$/;

/** One case over many rows: a column for each of their values. */
export function DataGrid({ rows, onSet }: { rows: readonly Row[]; onSet: (rows: readonly Row[] | undefined) => void }) {
  const t = useT("steps");
  const format = useFormat();
  const [fresh, setFresh] = useState("");
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const isFree = NAME.test(fresh) && !columns.includes(fresh);
  const addColumn = () => {
    if (!isFree) return;
    onSet(rows.map((row) => ({ ...row, [fresh]: "" })));
    setFresh("");
  };
  const put = (at: number, column: string, value: unknown) =>
    onSet(rows.map((row, index) => (index === at ? { ...row, [column]: value } : row)));
  const withoutColumn = (column: string) => {
    const left = rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => name !== column)));
    onSet(columns.length === 1 ? undefined : left);
  };
  const widths = { gridTemplateColumns: `repeat(${columns.length}, minmax(96px, 1fr)) 28px` };
  return (
    <div className="steps-grid-scroll">
      <div className="steps-grid" role="grid" aria-label={t("field.data")}>
        <div role="row" style={widths}>
          {columns.map((column) => (
            <span key={column} role="columnheader">
              <code data-literal>{column}</code>
              <button
                type="button"
                className="udt-icon-button"
                aria-label={t("form.remove_column", { name: column })}
                title={t("form.remove_column", { name: column })}
                onClick={() => withoutColumn(column)}
              >
                <DeleteOutlined />
              </button>
            </span>
          ))}
          <span role="columnheader" aria-label={t("do.delete")} />
        </div>
        {rows.map((row, at) => {
          const number = format.number(at + 1);
          return (
            // eslint-disable-next-line react/no-array-index-key -- a row has nothing but its place
            <div key={at} role="row" aria-label={t("form.row", { number })} style={widths}>
              {columns.map((column) => (
                <span key={column} role="gridcell">
                  <Cell
                    label={t("form.cell", { column, row: number })}
                    value={row[column]}
                    onSet={(value) => put(at, column, value)}
                  />
                </span>
              ))}
              <span role="gridcell">
                <button
                  type="button"
                  className="udt-icon-button"
                  aria-label={t("form.remove_row", { number })}
                  title={t("form.remove_row", { number })}
                  onClick={() => onSet(rows.length === 1 ? undefined : rows.toSpliced(at, 1))}
                >
                  <DeleteOutlined />
                </button>
              </span>
            </div>
          );
        })}
      </div>
      <div className="steps-grid-more">
        <Button
          size="small"
          icon={<PlusOutlined />}
          onClick={() => onSet([...rows, Object.fromEntries(columns.map((column) => [column, ""]))])}
        >
          {t("form.add_row")}
        </Button>
        <Input
          size="small"
          aria-label={t("form.column")}
          placeholder={t("form.column")}
          maxLength={60}
          value={fresh}
          status={fresh !== "" && !isFree ? "error" : ""}
          onChange={({ target }) => setFresh(target.value)}
          onPressEnter={addColumn}
        />
        <Button size="small" icon={<PlusOutlined />} disabled={!isFree} onClick={addColumn}>
          {t("form.add_column")}
        </Button>
      </div>
    </div>
  );
}
