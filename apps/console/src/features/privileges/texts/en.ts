const en = {
  title: "Privileges",
  lead: "What ordinary members may do. Owners may do everything.",
  error: "The privileges could not be read",
  read_only: "Only owners of the project change these.",
  locked:
    "Platform sync is on: the parent platform sets the privileges, and only that of the token can be changed here.",
  discard: "Discard changes",
  group: { project: "The project", members: "Members", tests: "Devices, apps and tests" },
  name: {
    project_edit: "Edit the project",
    project_token: "Get and reset the token",
    member_invite: "Invite members",
    member_edit: "Change members’ type",
    member_remove: "Remove members",
    debug_monitor: "Watch others’ sessions",
    app_delete: "Delete uploaded apps",
    job_delete: "Delete tasks",
    tag_delete: "Configure and delete tags",
  },
  hint: {
    project_edit: "Name, description, visibility, kind and icon.",
    project_token: "The project’s token for the API: see that there is one, and make a new one.",
    member_invite: "Add people, and decide on requests to join. Into a secret project only owners invite.",
    member_edit: "Holders make other members owners. Owners are unmade by owners alone.",
    member_remove: "Whoever is removed loses access and running sessions at once.",
    debug_monitor: "Open a device that another member is debugging, to look on.",
    app_delete: "Also apps that others uploaded.",
    job_delete: "Tasks with their triggers. Their reports stay.",
    tag_delete: "Device tags: their names, their rules and the default one.",
  },
};
export default en;

declare module "../../../lib/i18n/namespaces.ts" {
  interface Namespaces {
    privileges: typeof en;
  }
}
