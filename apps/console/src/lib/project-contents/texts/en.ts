const en = {
  unknown: "What would be deleted could not be read",
  goes: "This cannot be undone. It deletes:",
  running_tests_one: "{number} session or run that is going on now; it ends at once",
  running_tests_other: "{number} sessions and runs that are going on now; they end at once",
  members_one: "the access of {number} member",
  members_other: "the access of {number} members",
  orgs_one: "the access of {number} organisation",
  orgs_other: "the access of {number} organisations",
  join_requests_one: "{number} request to join that is not answered",
  join_requests_other: "{number} requests to join that are not answered",
  sessions_one: "{number} debug record",
  sessions_other: "{number} debug records",
  runs_one: "{number} test report with its cases",
  runs_other: "{number} test reports with their cases",
  files_one: "{number} recorded file ({size})",
  files_other: "{number} recorded files ({size})",
  jobs_one: "{number} task",
  jobs_other: "{number} tasks",
  schedules_one: "{number} trigger of a task",
  schedules_other: "{number} triggers of tasks",
  libraries_one: "{number} case library",
  libraries_other: "{number} case libraries",
  apps_one: "{number} uploaded app ({size})",
  apps_other: "{number} uploaded apps ({size})",
  account_files_one: "{number} file of test accounts",
  account_files_other: "{number} files of test accounts",
  credentials_one: "{number} credential",
  credentials_other: "{number} credentials",
  channels_one: "{number} notification channel",
  channels_other: "{number} notification channels",
  triggers_one: "{number} notification trigger",
  triggers_other: "{number} notification triggers",
  deliveries_one: "{number} message of the delivery log",
  deliveries_other: "{number} messages of the delivery log",
  shares_one: "{number} link to a shared report",
  shares_other: "{number} links to shared reports",
  tokens_one: "{number} project token; what uses it is refused",
  tokens_other: "{number} project tokens; what uses them is refused",
  agents_one: "{number} agent that serves this project alone; it is revoked",
  agents_other: "{number} agents that serve this project alone; they are revoked",
};
export default en;

declare module "../../i18n/namespaces.ts" {
  interface Namespaces {
    "project-contents": typeof en;
  }
}
