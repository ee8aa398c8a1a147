import type { Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";

/** Registers somebody at a server that sends mail; the administrator vouches for the address. Answers whose account it is. */
export async function signUpConfirmed(
  admin: Client,
  body: { email: string; user_name: string; password: string },
): Promise<string> {
  await admin.call(ENDPOINTS.userSignup, { body });
  const query = { keyword: body.email };
  const { list: signups } = await admin.call(ENDPOINTS.adminSignupList, { query });
  await admin.call(ENDPOINTS.adminSignupConfirm, { params: { signup_id: signups[0]!.signup_id } });
  const { list } = await admin.call(ENDPOINTS.adminUserList, { query });
  return list[0]!.user_id;
}
