import { ACCESS_FILTERS, LIMITS, type AccessFilter } from "@udt/contract";
import { useT } from "../../lib/i18n/index.ts";
import { FilterSelect } from "../../lib/list/index.ts";

/** What an address says of a site: one where nothing stands has no devices. */
export const siteIn = (text: string) => text.slice(0, LIMITS.device_site_max) || undefined;

/** Narrows the list to devices that stand somewhere, or are there for something or not; a site that is chosen is offered whatever has become of it. */
export function PlaceFilters(props: {
  sites: readonly string[] | undefined;
  chosen: { site?: string | undefined; access?: AccessFilter | undefined };
  set: (part: { site?: string | undefined; access?: AccessFilter | undefined }) => void;
}) {
  const t = useT("devices");
  const { sites = [], chosen, set } = props;
  const offered = chosen.site === undefined || sites.includes(chosen.site) ? sites : [chosen.site, ...sites];
  return (
    <>
      {offered.length > 0 && (
        <FilterSelect
          label={t("filter.site")}
          value={chosen.site}
          options={offered.map((value) => ({ value, label: value }))}
          onChange={(site) => set({ site })}
        />
      )}
      <FilterSelect
        label={t("filter.access")}
        value={chosen.access}
        options={ACCESS_FILTERS.map((value) => ({ value, label: t(`placement.filter.${value}`) }))}
        onChange={(access) => set({ access })}
      />
    </>
  );
}
