import type { DataOf } from "@udt/contract";
import type { jobEndpoints } from "@udt/contract/endpoints/jobs";
import { inRow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";

type Found = DataOf<typeof jobEndpoints.jobDevices>;

/** So many of the devices that runs take are named. */
const NAMED = 8;

/** What a choice finds in words: the devices that runs take, and why they take no others that it finds. */
export function useFoundWords() {
  const t = useT("jobs");
  return ({ usable, idle, left_out, list }: Found) => {
    const named = list.slice(0, Math.min(NAMED, usable));
    return {
      counts: t("found", { count: usable, total: usable, idle }),
      named,
      more: usable > named.length ? t("found_more", { count: usable - named.length }) : null,
      left_out:
        left_out.length === 0 ? null : inRow(left_out.map(({ reason, count }) => t(`left_out.${reason}`, { count }))),
    };
  };
}
