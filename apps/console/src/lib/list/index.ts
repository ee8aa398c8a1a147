export { FilterSelect } from "./filter-select.tsx";
export { Pager } from "./pager.tsx";
export { SearchField } from "./search-field.tsx";
export { Table, type Order, type TableColumn } from "./table.tsx";
export { useListFilters } from "./use-list-filters.ts";
export { oneOf, useUrlFilters, wholeNumber } from "./use-url-filters.ts";
