import type { AccessFilter, DeviceOs, DeviceState } from "@udt/contract";

export interface DeviceQuery {
  keyword: string;
  serial?: string | undefined;
  state?: DeviceState | undefined;
  os?: DeviceOs | undefined;
  tag_id?: string | undefined;
  site?: string | undefined;
  access?: AccessFilter | undefined;
  out_of_use?: boolean | undefined;
  care?: boolean | undefined;
  page_num: number;
  page_size: number;
}

/** The same with a word for whatever was not asked. */
export const askedBy = ({
  state,
  os,
  tag_id,
  site,
  access,
  care = false,
  out_of_use = false,
  ...query
}: DeviceQuery) => ({
  ...query,
  state,
  os,
  tag_id,
  site,
  access,
  care,
  out_of_use,
});
