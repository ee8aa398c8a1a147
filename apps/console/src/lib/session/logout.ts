import { userEndpoints } from "@udt/contract/endpoints/users";
import { api } from "../api/api.ts";
import { config } from "../config/index.ts";
import { loadPage } from "../navigation/navigation.ts";
import { paths } from "../navigation/paths.ts";
import { storedProject } from "../project.ts";

/** Ends the session on the server and loads sign-in afresh, so that nothing of its user stays in the page's memory. */
export async function logout(): Promise<void> {
  await api.call(userEndpoints.userLogout, { body: { session_name: config().cookie_name } });
  storedProject.clear();
  loadPage(paths.login());
}
