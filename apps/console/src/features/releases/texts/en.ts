const en = {
  title: "Release notes",
  lead: "What each version of UDT brought.",
  newest: "Newest",
  v0_1_0: {
    title: "Automated tests, and teams as a whole",
    orgs: "Organisations: a project takes in whole teams and departments. Who joins one gets in, who leaves loses access at once.",
    admin:
      "Administration has all projects with their owners, the tree of organisations, settings that take effect while the servers run, and the queues in the system’s health.",
    automation:
      "Automated testing: case libraries from git, tasks set up step by step, a fair queue, triggers, udt run for builds, live runs, and reports with video, log, steps and performance on one timeline.",
    connected: "Single sign-on, notifications by mail and robots, and embedding in another platform.",
    overview: "Overview and home show how much was tested and how well the devices were used, day by day.",
    sync: "A parent platform’s projects open here by their own address.",
    members: "Everybody may leave a project by themselves, and members with the privilege for it make others owners.",
  },
  v0_0_1: {
    title: "Phones in the browser",
    debug:
      "Remote debugging: live screen, touch, keyboard, clipboard, log, terminal, apps and screenshots of real and virtual phones.",
    projects: "Projects with visibility, members, requests to join, privileges and a token for programs.",
    people: "Registration with approval, sessions, API keys and an audit log.",
    languages: "Chinese, English and Japanese, light and dark.",
  },
};
export default en;

declare module "../../../lib/i18n/namespaces.ts" {
  interface Namespaces {
    releases: typeof en;
  }
}
