import { baseUrl } from "../api/api.ts";

/** What starts an agent in a clone of UDT: it installs what it needs the first time, and after each change. */
export const agentCommand = (token = "TOKEN"): string => `npm run agent -- --server ${baseUrl} --token ${token}`;
