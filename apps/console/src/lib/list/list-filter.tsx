import { FilterSelect } from "./filter-select.tsx";
import type { Filters, ValueOf } from "./list-view.ts";
import type { ListView } from "./use-list-view.ts";

/** A filter of a list with one choice of the values that it was declared with. */
export function ListFilter<F extends Filters, Name extends keyof F & string>(props: {
  view: Pick<ListView<F>, "chosen" | "filters" | "set">;
  name: Name;
  label: string;
  /** What a value is called. */
  text: (value: ValueOf<F[Name]>) => string;
}) {
  const { view, name, label, text } = props;
  const values = view.filters[name] as readonly ValueOf<F[Name]>[];
  return (
    <FilterSelect
      label={label}
      value={view.chosen[name]}
      options={values.map((value) => ({ value, label: text(value) }))}
      onChange={(value) => view.set({ [name]: value })}
    />
  );
}

/** Several such filters, each by its name. */
export function ListFilters<F extends Filters>(props: {
  view: Pick<ListView<F>, "chosen" | "filters" | "set">;
  of: { [Name in keyof F & string]?: { label: string; text: (value: ValueOf<F[Name]>) => string } };
}) {
  const { view, of } = props;
  const names = Object.keys(of) as (keyof F & string)[];
  return names.map((name) => {
    const filter = of[name];
    return filter && <ListFilter key={name} view={view} name={name} {...filter} />;
  });
}

/** A filter of a list that is on or off; on it is "1". */
export function ListToggle<F extends Filters>(props: {
  view: Pick<ListView<F>, "chosen" | "set">;
  name: keyof F & string;
  label: string;
}) {
  const { view, name } = props;
  const isOn = view.chosen[name] === "1";
  return (
    <button
      type="button"
      className="udt-filter"
      aria-pressed={isOn}
      onClick={() => view.set({ [name]: isOn ? undefined : "1" })}
    >
      {props.label}
    </button>
  );
}
