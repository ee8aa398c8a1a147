import { ACCESS_FILTERS, LIMITS, type AccessFilter } from "@udt/contract";
import { Input } from "antd";
import { useT } from "../../lib/i18n/index.ts";
import { FilterSelect, useTyped } from "../../lib/list/index.ts";

/** What an address says of a site: one where nothing stands has no devices. */
export const siteIn = (text: string) => text.slice(0, LIMITS.device_site_max) || undefined;

/** What an address says of a location. */
export const locationIn = (text: string) => text.trim().slice(0, LIMITS.device_location_max) || undefined;

type Place = Partial<Record<"site" | "location", string | undefined> & Record<"access", AccessFilter | undefined>>;

/**
 * Narrows the list to devices that stand somewhere, or are there for something or not; a site that is chosen is offered whatever
 * has become of it. Locations may be as many as devices: of these any part is written.
 */
export function PlaceFilters(props: {
  sites: readonly string[] | undefined;
  chosen: Place;
  set: (part: Place) => void;
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
      <LocationFilter value={chosen.location} onChange={(location) => set({ location })} />
      <FilterSelect
        label={t("filter.access")}
        value={chosen.access}
        options={ACCESS_FILTERS.map((value) => ({ value, label: t(`placement.filter.${value}`) }))}
        onChange={(access) => set({ access })}
      />
    </>
  );
}

function LocationFilter(props: { value: string | undefined; onChange: (value: string | undefined) => void }) {
  const t = useT("devices");
  const [text, setText] = useTyped(props.value ?? "", (typed) => props.onChange(locationIn(typed)));
  return (
    <Input
      className="devices-location-filter"
      aria-label={t("filter.location")}
      placeholder={t("filter.location")}
      maxLength={LIMITS.device_location_max}
      allowClear
      value={text}
      onChange={({ target }) => setText(target.value)}
    />
  );
}
