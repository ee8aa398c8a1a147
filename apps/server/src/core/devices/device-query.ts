import type { AccessFilter, DeviceCondition, DeviceOs, DeviceState, UiLanguage } from "@udt/contract";
import type { DeviceSort } from "@udt/contract/endpoints/devices";

export interface DeviceQuery {
  keyword: string;
  serial?: string | undefined;
  state?: DeviceState | undefined;
  os?: DeviceOs | undefined;
  tag_id?: string | undefined;
  site?: string | undefined;
  location?: string | undefined;
  access?: AccessFilter | undefined;
  out_of_use?: boolean | undefined;
  care?: boolean | undefined;
  no_draining?: boolean | undefined;
  condition?: DeviceCondition | undefined;
  sort?: DeviceSort;
  order?: "asc" | "desc";
  language?: UiLanguage;
  page_num: number;
  page_size: number;
}

const NOT_ASKED = {
  state: undefined,
  os: undefined,
  tag_id: undefined,
  site: undefined,
  location: undefined,
  access: undefined,
  condition: undefined,
  sort: "name",
  order: "asc",
  language: "en",
} as const;

/** The same with a word for whatever was not asked. */
export const askedBy = ({ care = false, out_of_use = false, no_draining = false, ...query }: DeviceQuery) => ({
  ...NOT_ASKED,
  ...query,
  care,
  out_of_use,
  no_draining,
});
