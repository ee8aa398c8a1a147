/** Pages about one device, and what each is below: the first part in brackets, then what follows it. */
const DEVICE_PAGES: readonly { page: RegExp; below: string }[] = [
  { page: /^(\/[^/]+)\/remote\/(?:debug|serial)\b/, below: "/remote/list" },
  { page: /^(\/[^/]+)\/(?:device\/)?serial\/[^/]+/, below: "/remote/list" },
  { page: /^(\/admin)\/(?!device\b|model\b)[^/]+\/(?:recent|issue)\b/, below: "/device" },
  { page: /^(\/[^/]+)\/management\/device\/[^/]+\/(?:recent|issue|strategies)\b/, below: "/remote/list" },
  // A device of a test.
  { page: /^(\/[^/]+\/(?:auto|cloudload)\/.+)\/device\/[^/]+/, below: "" },
];

export const DEVICE_PAGE = new RegExp(DEVICE_PAGES.map(({ page }) => page.source).join("|"));

/** The path that a page about a device is below; undefined for other pages. */
export function parentPath(path: string): string | undefined {
  for (const { page, below } of DEVICE_PAGES) {
    const part = page.exec(path)?.[1];
    if (part !== undefined) return part === "/admin" ? "/admin/device" : part + below;
  }
  return undefined;
}
