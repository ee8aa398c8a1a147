import { useMutation } from "@tanstack/react-query";
import type { CallOptions } from "@udt/client";
import type { Endpoint } from "@udt/contract";
import { App } from "antd";
import { api } from "../api/api.ts";
import { errorText } from "../errors/index.ts";
import { useT } from "../i18n/index.ts";

/** Hands an address to the browser, which keeps what it leads to as a file. */
export function save(href: string, name: string): void {
  const link = document.createElement("a");
  link.href = href;
  link.download = name;
  link.click();
}

/** Keeps what the page holds as a file. */
export function saveContent(content: Blob, name: string): void {
  const href = URL.createObjectURL(content);
  save(href, name);
  // The download has its own hold on the content once it has started.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

/** Whether a file can be read: rejects with the reason when it cannot. Its bytes are left where they are. */
export async function assertReadable<E extends Endpoint>(endpoint: E, call: CallOptions<E>): Promise<void> {
  const stop = new AbortController();
  const response = await api.raw(endpoint, { ...call, signal: stop.signal });
  void response.body?.cancel().catch(() => undefined);
  stop.abort();
}

/** Tells why a file did not come: the browser itself would keep the refusal as a file, or say nothing. */
export function useTold<T extends { name: string }>(fetchFile: (file: T) => Promise<void>) {
  const t = useT("common");
  const { message } = App.useApp();
  return useMutation({
    mutationFn: fetchFile,
    onError: (error, { name }) => void message.error(t("download_failed", { name, reason: errorText(error) })),
  });
}

/** Downloads what a call answers as a file: what can be read is the browser's to fetch, however large. */
export function useDownload<E extends Endpoint>(endpoint: E) {
  return useTold(async ({ call, name }: { call: CallOptions<E>; name: string }) => {
    await assertReadable(endpoint, call);
    save(api.url(endpoint, call), name);
  });
}
