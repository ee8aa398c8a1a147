import { withNotesTold } from "@udt/base";
import { ApiError } from "@udt/client";
import type { ExportFormat, Resource } from "@udt/contract";
import { reportEndpoints } from "@udt/contract/endpoints/reports";
import { resourceEndpoints } from "@udt/contract/endpoints/resources";
import { api } from "../../lib/api/api.ts";
import { assertReadable, save, saveContent, useTold } from "../../lib/download/index.ts";
import { activeLanguage } from "../../lib/i18n/index.ts";
import { saidLine } from "../../lib/words/index.ts";
import { usePlace } from "./use-place.ts";

/** A report of a hundred thousand cases is written while it is read. */
const EXPORT_TIMEOUT_MS = 10 * 60_000;

/** What the server calls the file. https://www.rfc-editor.org/rfc/rfc8187 */
function nameIn(response: Response, fallback: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get("content-disposition") ?? "")?.[1];
  return encoded === undefined ? fallback : decodeURIComponent(encoded);
}

/** Downloads files of a device: what can be read is the browser's to fetch, however large. */
export function useFileDownload(device_id: string) {
  const { project, test_id } = usePlace();
  return useTold(async ({ resource_id, name, kind }: Pick<Resource, "resource_id" | "name" | "kind">) => {
    const call = { params: { test_id, device_id, resource_id }, query: { project } };
    if (kind === "script_log") {
      // Bounded by the agent. Its notes stand between what scripts printed, and are told in the reader's language.
      const response = await api.raw(resourceEndpoints.resourceGet, { ...call, timeoutMs: EXPORT_TIMEOUT_MS });
      const log = await response.text().catch((cause: unknown) => {
        throw new ApiError(
          "network",
          { kind: "network", method: "GET", path: resourceEndpoints.resourceGet.path },
          { cause },
        );
      });
      const { WORDS } = await import("@udt/base/words/en");
      saveContent(new Blob([withNotesTold(log, saidLine, WORDS)], { type: "text/plain" }), name);
      return;
    }
    await assertReadable(resourceEndpoints.resourceGet, call);
    save(api.url(resourceEndpoints.resourceGet, call), name);
  });
}

/** Downloads the report as one file. */
export function useExport() {
  const { project, test_id, against } = usePlace();
  return useTold(async ({ name, format }: { name: string; format: ExportFormat }) => {
    const response = await api.raw(reportEndpoints.runExport, {
      params: { test_id },
      query: { project, format, language: activeLanguage(), against },
      timeoutMs: EXPORT_TIMEOUT_MS,
    });
    // It broke off on its way.
    const bytes = await response.blob().catch((cause: unknown) => {
      throw new ApiError(
        "network",
        { kind: "network", method: "GET", path: reportEndpoints.runExport.path },
        { cause },
      );
    });
    saveContent(bytes, nameIn(response, name));
  });
}
