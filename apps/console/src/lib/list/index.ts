export { FilterSelect } from "./filter-select.tsx";
export { Pager } from "./pager.tsx";
export { SearchField } from "./search-field.tsx";
export { oneOf, useUrlFilters, wholeNumber } from "./use-url-filters.ts";
