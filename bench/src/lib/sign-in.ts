import { ENDPOINTS, XHR_HEADER } from "@udt/contract";
import type { Udt } from "@udt/testkit";

/** The session cookie of somebody, the administrator unless said otherwise, as the value of a `cookie` header. */
export async function sessionCookie(udt: Pick<Udt, "url" | "admin">, person = udt.admin): Promise<string> {
  const response = await fetch(udt.url + ENDPOINTS.userLogin.path, {
    method: "POST",
    headers: { ...XHR_HEADER, "content-type": "application/json" },
    body: JSON.stringify(person),
  });
  const cookie = response.headers.getSetCookie().find((line) => line.startsWith("udt_session_id="));
  if (!cookie) throw new Error(`sign-in answered ${response.status} without a session`);
  return cookie.split(";")[0]!;
}
