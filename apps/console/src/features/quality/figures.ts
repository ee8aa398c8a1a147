import { passRatio, wantedCases, type QualityFigures } from "@udt/contract";

/** A share of so many; none of nothing. */
export interface Share {
  ratio: number;
  of: number;
}

export const passShare = (figures: QualityFigures): Share | undefined => {
  const ratio = passRatio(figures);
  return ratio === undefined ? undefined : { ratio, of: wantedCases(figures) };
};

/** Of all results: a device can be lost whatever becomes of the case. */
export const faultShare = ({ device_faults, total }: QualityFigures): Share | undefined =>
  total === 0 ? undefined : { ratio: device_faults / total, of: total };

/** Of the minutes for which a server looked whether devices were there. */
export const onlineShare = (use: {
  online_minutes: number | null;
  looked_minutes: number | null;
}): { ratio: number; of_minutes: number } | undefined =>
  use.looked_minutes === null || use.looked_minutes === 0
    ? undefined
    : { ratio: (use.online_minutes ?? 0) / use.looked_minutes, of_minutes: use.looked_minutes };

export const busyShare = (use: { busy_minutes: number; online_minutes: number | null }): number | undefined =>
  use.online_minutes === null || use.online_minutes === 0
    ? undefined
    : Math.min(1, use.busy_minutes / use.online_minutes);
