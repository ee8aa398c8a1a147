import { fillPath, type SocketRoute } from "@udt/contract";

type Values = Record<string, string | number | undefined>;

export function withQuery(url: string, query: Values = {}): string {
  const parts = Object.entries(query).filter((entry): entry is [string, string | number] => entry[1] !== undefined);
  if (parts.length === 0) return url;
  return `${url}?${new URLSearchParams(parts.map(([key, value]) => [key, String(value)]))}`;
}

/** The `ws:` or `wss:` address of a socket route below `baseUrl` (an `http:` or `https:` address). */
export function socketUrl(
  baseUrl: string,
  route: SocketRoute,
  params: Record<string, string>,
  query: Values = {},
): string {
  return withQuery(baseUrl.replace(/^http/, "ws").replace(/\/$/, "") + fillPath(route.path, params), query);
}
