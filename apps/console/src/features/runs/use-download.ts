import { ApiError } from "@udt/client";
import { ENDPOINTS, type ExportFormat, type Resource } from "@udt/contract";
import { api } from "../../lib/api/api.ts";
import { assertReadable, save, useTold } from "../../lib/download/index.ts";
import { activeLanguage } from "../../lib/i18n/index.ts";
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
  return useTold(async ({ resource_id, name }: Pick<Resource, "resource_id" | "name">) => {
    const call = { params: { test_id, device_id, resource_id }, query: { project } };
    await assertReadable(ENDPOINTS.resourceGet, call);
    save(api.url(ENDPOINTS.resourceGet, call), name);
  });
}

/** Downloads the report as one file. */
export function useExport() {
  const { project, test_id } = usePlace();
  return useTold(async ({ name, format }: { name: string; format: ExportFormat }) => {
    const response = await api.raw(ENDPOINTS.runExport, {
      params: { test_id },
      query: { project, format, language: activeLanguage() },
      timeoutMs: EXPORT_TIMEOUT_MS,
    });
    // It broke off on its way.
    const bytes = await response.blob().catch((cause: unknown) => {
      throw new ApiError("network", { kind: "network", method: "GET", path: ENDPOINTS.runExport.path }, { cause });
    });
    const href = URL.createObjectURL(bytes);
    save(href, nameIn(response, name));
    // The browser has taken it by the time that it answers.
    setTimeout(() => URL.revokeObjectURL(href), 60_000);
  });
}
