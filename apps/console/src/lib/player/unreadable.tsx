import { useQuery } from "@tanstack/react-query";
import { resourceEndpoints } from "@udt/contract/endpoints/resources";
import type { ReactNode } from "react";
import { keyOf } from "../api/keys.ts";
import { SkeletonBar } from "../components/index.ts";
import { assertReadable } from "../download/index.ts";
import { errorText } from "../errors/index.ts";
import { useT } from "../i18n/index.ts";
import { fileCall, type RecordedPlace } from "./recorded.ts";

/** Why a picture or a video does not show: an element that could not load it does not say. */
export function Unreadable(props: { place: RecordedPlace; resource_id: string; otherwise?: ReactNode }) {
  const t = useT("player");
  const { place, resource_id, otherwise } = props;
  const call = fileCall(place, { resource_id });
  const asked = useQuery({
    queryKey: [...keyOf(resourceEndpoints.resourceGet, call), "readable"],
    queryFn: () => assertReadable(resourceEndpoints.resourceGet, call).then(() => true),
    retry: false,
  });
  if (asked.isPending) return <SkeletonBar width="60%" />;
  if (asked.isError) return <p role="alert">{t("unreadable", { reason: errorText(asked.error) })}</p>;
  return otherwise ?? <p role="alert">{t("not_shown")}</p>;
}
