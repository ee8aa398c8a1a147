export type MenuIcon =
  | "devices"
  | "records"
  | "jobs"
  | "reports"
  | "cases"
  | "agents"
  | "apps"
  | "certificates"
  | "members"
  | "privileges"
  | "notifications"
  | "settings";
