import { Button, Checkbox } from "antd";
import { useState, type ReactNode } from "react";
import { tickedOf, withTick, type Selection } from "./selection.ts";
import { ListTable } from "./list-table.tsx";
import type { TableProps } from "./table.tsx";

/** A list's table whose rows can be ticked, and the bar of what can be done with them. */
export function SelectableTable<Row, Sort extends string>(
  props: Omit<TableProps<Sort>, "tickAll" | "children" | "part"> & {
    isLong?: boolean;
    rows: readonly Row[];
    renderRow: (row: Row, tick: ReactNode) => ReactNode;
    selection: Selection<Row>;
  },
) {
  const { rows, renderRow, selection, ...table } = props;
  const { idOf, nameOf, isTickable, words } = selection;
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const tickable = rows.filter(isTickable);
  const chosen = tickedOf(rows, ticked, selection);
  const clear = () => setTicked(new Set());
  const all = (
    <Checkbox
      aria-label={words.all}
      disabled={tickable.length === 0}
      checked={tickable.length > 0 && chosen.length === tickable.length}
      indeterminate={chosen.length > 0 && chosen.length < tickable.length}
      onChange={(event) => setTicked(new Set(event.target.checked ? tickable.map(idOf) : []))}
    />
  );
  return (
    <>
      {chosen.length > 0 && (
        <div className="udt-bulk" role="toolbar" aria-label={words.bar}>
          <b>{words.chosen(chosen.length)}</b>
          {selection.actions(chosen, clear)}
          <Button type="text" onClick={clear}>
            {words.clear}
          </Button>
        </div>
      )}
      <ListTable
        {...table}
        tickAll={all}
        rows={rows}
        renderRow={(each) =>
          renderRow(
            each,
            <td>
              <Checkbox
                aria-label={words.one(nameOf(each))}
                disabled={!isTickable(each)}
                checked={chosen.includes(each)}
                onChange={(event) => setTicked(withTick(ticked, idOf(each), event.target.checked))}
              />
            </td>,
          )
        }
      />
    </>
  );
}
