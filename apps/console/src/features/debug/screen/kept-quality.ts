import { PICTURE_QUALITIES, type PictureQuality } from "@udt/contract";
import { local } from "../../../lib/storage.ts";

const keyOf = (userId: string): string => `udt_picture_quality_${userId}`;

/** What this person wants of pictures here. Kept in the browser, whose link it is about, and apart for each who uses it. */
export const keptQuality = (userId: string): PictureQuality => {
  const kept = local.getItem(keyOf(userId));
  return PICTURE_QUALITIES.find((quality) => quality === kept) ?? "auto";
};

export const keepQuality = (userId: string, quality: PictureQuality): void => local.setItem(keyOf(userId), quality);
