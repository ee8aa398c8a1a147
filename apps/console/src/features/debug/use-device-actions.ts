import { useMutation } from "@tanstack/react-query";
import type { DataOf } from "@udt/contract";
import { assistdEndpoints } from "@udt/contract/endpoints/assistd";
import { resourceEndpoints } from "@udt/contract/endpoints/resources";
import { api } from "../../lib/api/api.ts";
import { queryOf, useStale } from "../../lib/api/queries.ts";
import { saveContent } from "../../lib/download/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { hint } from "./hints.tsx";
import { deviceCall, useSession, type Session } from "./session.tsx";

export type Resource = DataOf<typeof assistdEndpoints.screenCapture>;

/** What the device left behind in this test. */
export const resourcesQuery = (session: Session) => queryOf(resourceEndpoints.resourceList, deviceCall(session));

export const resourceCall = (session: Session, resource_id: string) => ({
  params: { test_id: session.test_id, device_id: session.device_id, resource_id },
  query: { project: session.project },
});

/** Takes a screenshot, keeps it with the test, and puts it on the clipboard; where that is not allowed, saves it. */
export function useScreenshot() {
  const session = useSession();
  const stale = useStale();
  const t = useT("debug");
  return useMutation({
    mutationFn: async () => {
      const resource = await api.call(assistdEndpoints.screenCapture, deviceCall(session));
      void stale(["resourceList"], session.project);
      const response = await api.raw(resourceEndpoints.resourceGet, resourceCall(session, resource.resource_id));
      const picture = await response.blob();
      if (await copyPicture(picture)) hint("good", t("captures.copied"));
      else {
        saveContent(picture, resource.name);
        hint("good", t("captures.saved", { name: resource.name }));
      }
      return resource;
    },
  });
}

/** False where the browser has no clipboard for pictures (plain http) or does not allow it now. */
export async function copyPicture(picture: Blob): Promise<boolean> {
  if (!navigator.clipboard || typeof ClipboardItem !== "function" || picture.type !== "image/png") return false;
  try {
    await navigator.clipboard.write([new ClipboardItem({ [picture.type]: picture })]);
    return true;
  } catch (error) {
    if (error instanceof DOMException) return false;
    throw error;
  }
}

export function useFold() {
  const call = deviceCall(useSession());
  return useMutation({
    mutationFn: async () => {
      const { folded } = await api.call(assistdEndpoints.foldGet, call);
      return api.call(assistdEndpoints.foldSet, { ...call, body: { folded: !folded } });
    },
  });
}
