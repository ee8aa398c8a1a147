import { ACCESS_FILTERS, DEVICE_CONDITIONS, DEVICE_STATES, OCCURRING_DEVICE_OS } from "@udt/contract";
import type { ReactNode } from "react";
import { useT } from "../../lib/i18n/index.ts";
import { ListFilters, type useListView } from "../../lib/list/index.ts";
import { CareFilter } from "./care.tsx";
import { locationIn, PlaceFilters, siteIn } from "./place-filters.tsx";

/** By what every list of devices is narrowed. */
export const DEVICE_FILTERS = {
  state: DEVICE_STATES,
  os: OCCURRING_DEVICE_OS,
  site: siteIn,
  location: locationIn,
  access: ACCESS_FILTERS,
  condition: DEVICE_CONDITIONS,
  care: ["1"],
} as const;

type View = Pick<ReturnType<typeof useListView<typeof DEVICE_FILTERS>>, "chosen" | "filters" | "set">;

/** The filters of {@link DEVICE_FILTERS}. @param more stand before the last of them */
export function DeviceFilters(props: { view: View; sites: readonly string[] | undefined; more?: ReactNode }) {
  const { view, sites, more } = props;
  const t = useT("devices");
  const common = useT("common");
  return (
    <>
      <ListFilters
        view={view}
        of={{
          state: { label: t("filter.state"), text: (state) => common(`device_state.${state}`) },
          os: { label: t("filter.os"), text: (os) => common(`os.${os}`) },
        }}
      />
      <PlaceFilters sites={sites} chosen={view.chosen} set={view.set} />
      <ListFilters
        view={view}
        of={{ condition: { label: t("filter.condition"), text: (condition) => t(`condition.${condition}`) } }}
      />
      {more}
      <CareFilter isOn={view.chosen.care !== undefined} onChange={(care) => view.set({ care })} />
    </>
  );
}
