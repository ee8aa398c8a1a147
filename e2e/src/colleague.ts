import type { Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";

const query = { project: "demo" };

/** Makes somebody a member of the demo project, at a server that sends no mail. */
export async function addColleague(
  admin: Client,
  person: { email: string; user_name: string; password: string },
): Promise<void> {
  await admin.call(ENDPOINTS.userSignup, { body: person });
  const { list } = await admin.call(ENDPOINTS.adminUserList, { query: { keyword: person.email } });
  const { user_id } = list[0]!;
  await admin.call(ENDPOINTS.adminUserUpdate, { params: { user_id }, body: { state: "approved" } });
  const body = { user_id_list: [user_id], user_type: 2 as const };
  await admin.call(ENDPOINTS.memberAdd, { params: { project_id: "demo" }, query, body });
}
