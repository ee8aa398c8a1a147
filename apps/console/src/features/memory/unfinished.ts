import { local } from "../../lib/storage.ts";

/** A moment whose files were on their way as its page went: what the server has of them is not sent again. */
export interface UnfinishedMoment {
  label: string;
  file_names: string[];
  upload_ids: string[];
}

/** Whose it is, and in which trace: what one person left others of the same browser do not see. */
export interface MomentPlace {
  user_id: string;
  trace_id: string;
}

const keyOf = ({ user_id, trace_id }: MomentPlace): string => `udt-memory-unfinished:${user_id}:${trace_id}`;

export function readUnfinished(place: MomentPlace): UnfinishedMoment | undefined {
  try {
    const { label, file_names, upload_ids } = JSON.parse(local.getItem(keyOf(place)) ?? "null") as UnfinishedMoment;
    return [file_names, upload_ids].every(Array.isArray) ? { label: String(label), file_names, upload_ids } : undefined;
  } catch {
    return undefined;
  }
}

export const keepUnfinished = (place: MomentPlace, moment: UnfinishedMoment): void =>
  local.setItem(keyOf(place), JSON.stringify(moment));

export const forgetUnfinished = (place: MomentPlace): void => local.removeItem(keyOf(place));
