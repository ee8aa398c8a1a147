import { useMutation } from "@tanstack/react-query";
import { ApiError } from "@udt/client";
import { ENDPOINTS, type ExportFormat, type Resource } from "@udt/contract";
import { App } from "antd";
import { api } from "../../lib/api/api.ts";
import { errorText } from "../../lib/errors/index.ts";
import { activeLanguage, useT } from "../../lib/i18n/index.ts";
import { usePlace } from "./use-place.ts";

/** A report of a hundred thousand cases is written while it is read. */
const EXPORT_TIMEOUT_MS = 10 * 60_000;

/** Hands an address to the browser, which keeps what it leads to as a file. */
function save(href: string, name: string): void {
  const link = document.createElement("a");
  link.href = href;
  link.download = name;
  link.click();
}

/** What the server calls the file. https://www.rfc-editor.org/rfc/rfc8187 */
function nameIn(response: Response, fallback: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get("content-disposition") ?? "")?.[1];
  return encoded === undefined ? fallback : decodeURIComponent(encoded);
}

/** Tells why a file did not come: the browser itself would keep the refusal as a file, or say nothing. */
function useTold<T extends { name: string }>(fetchFile: (file: T) => Promise<void>) {
  const t = useT("runs");
  const { message } = App.useApp();
  return useMutation({
    mutationFn: fetchFile,
    onError: (error, { name }) => void message.error(t("files.failed", { name, reason: errorText(error) })),
  });
}

/** Whether a file can be read: rejects with the reason when it cannot. Its bytes are left where they are. */
export async function assertReadable(
  place: { project: string; test_id: string; device_id: string },
  resource_id: string,
): Promise<void> {
  const { project, test_id, device_id } = place;
  const stop = new AbortController();
  const params = { test_id, device_id, resource_id };
  const response = await api.raw(ENDPOINTS.resourceGet, { params, query: { project }, signal: stop.signal });
  void response.body?.cancel().catch(() => undefined);
  stop.abort();
}

/** Downloads files of a device: what can be read is the browser's to fetch, however large. */
export function useFileDownload(device_id: string) {
  const { project, test_id } = usePlace();
  return useTold(async ({ resource_id, name }: Pick<Resource, "resource_id" | "name">) => {
    await assertReadable({ project, test_id, device_id }, resource_id);
    const params = { test_id, device_id, resource_id };
    save(api.url(ENDPOINTS.resourceGet, { params, query: { project } }), name);
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
