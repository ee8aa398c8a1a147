import { Checkbox } from "antd";
import { useState } from "react";
import { useT } from "../../lib/i18n/index.ts";

/**
 * Rows that are ticked for one change of them all.
 * @param touchable The rows of the page that the user may change; the others cannot be ticked, nor stay so.
 */
export function useTicks<T>(touchable: readonly T[], idOf: (row: T) => string) {
  const t = useT("members");
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const chosen = touchable.filter((row) => ticked.has(idOf(row)));
  return {
    chosen,
    clear: () => setTicked(new Set()),
    /** Ticks every row that may be. */
    all: (
      <Checkbox
        aria-label={t("select_all")}
        disabled={touchable.length === 0}
        checked={touchable.length > 0 && chosen.length === touchable.length}
        indeterminate={chosen.length > 0 && chosen.length < touchable.length}
        onChange={(event) => setTicked(new Set(event.target.checked ? touchable.map(idOf) : []))}
      />
    ),
    /** The cell that ticks a row. */
    cell: (row: T, name: string) => (
      <td>
        <Checkbox
          aria-label={t("select", { name })}
          disabled={!touchable.includes(row)}
          checked={chosen.includes(row)}
          onChange={(event) => {
            const next = new Set(ticked);
            if (event.target.checked) next.add(idOf(row));
            else next.delete(idOf(row));
            setTicked(next);
          }}
        />
      </td>
    ),
  };
}
