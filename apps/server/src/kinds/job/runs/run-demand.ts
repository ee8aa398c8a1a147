import { DEVICE_USE } from "@udt/contract";

/** What a run wants of whichever device it gets. */
export const RUN_DEMAND = { wants_sound: true, access: DEVICE_USE.job.access } as const;
