import type { ComponentType } from "react";
import { useUser } from "../../lib/session/index.ts";
import { AdminsOnly } from "./admins-only.tsx";

/** A screen of the administration that is none of its tabs: others are told that it is for administrators, and nothing is asked for it. */
export function forAdmins(Screen: ComponentType): ComponentType {
  return function ForAdmins() {
    return useUser().user_role.udt_admin ? <Screen /> : <AdminsOnly />;
  };
}
