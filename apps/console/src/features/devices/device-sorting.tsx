import { DEVICE_SORTS } from "@udt/contract/endpoints/devices";
import { useT } from "../../lib/i18n/index.ts";
import { FilterSelect, nextOrder, type useListView } from "../../lib/list/index.ts";

type View = Pick<ReturnType<typeof useListView>, "sorting">;

/** By what lists of devices are sorted: on the columns, and by a choice of all, of which some have no column of their own. */
export function useDeviceSorting(view: View) {
  const t = useT("devices");
  const sorting = view.sorting(DEVICE_SORTS, "name", "asc");
  const { sort, order, onSort } = sorting;
  const choice = (
    <FilterSelect
      label={t("sort.label")}
      value={sort}
      initial="name"
      options={DEVICE_SORTS.map((value) => ({ value, label: t(`sort.${value}`) }))}
      onChange={(value = "name") => onSort(value, nextOrder(value, { sort: "", order }))}
    />
  );
  return { sorting, asked: { sort, order }, choice };
}
