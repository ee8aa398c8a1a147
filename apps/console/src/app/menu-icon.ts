export type MenuIcon =
  | "devices"
  | "records"
  | "jobs"
  | "reports"
  | "cases"
  | "scripts"
  | "agents"
  | "apps"
  | "certificates"
  | "members"
  | "privileges"
  | "notifications"
  | "settings";
