export interface FilterOption<T extends string> {
  value: T;
  label: string;
}

interface FilterChoice<T extends string> {
  value: T | undefined;
  options: readonly FilterOption<T>[];
  /** What holds while nothing is chosen. Without it nothing is filtered then. */
  initial?: T | undefined;
}

/** What a filter says that holds, and what its menu offers: "any" only where there is such a thing. */
export function filterChoice<T extends string>({ value, options, initial }: FilterChoice<T>, any: FilterOption<"">) {
  const chosen = options.find((option) => option.value === (value ?? initial));
  return {
    holds: chosen ?? any,
    /** Something else holds than without a choice. */
    isSet: chosen !== undefined && chosen.value !== initial,
    offered: initial === undefined ? [any, ...options] : [...options],
    /** What a choice from the menu makes the value: what holds anyway need not be kept. */
    valueOf: (key: string): T | undefined =>
      key === initial ? undefined : options.find((option) => option.value === key)?.value,
  };
}
