const en = {
  waiting: "Waiting for the page around this one",
  waiting_text: "As soon as it names a project, that project shows here.",
  alone: "This address is for other pages",
  alone_text:
    "It shows the console within a page of another platform, which then chooses the project. Here there is none.",
  home: "Go home",
};
export default en;

declare module "../../../lib/i18n/namespaces.ts" {
  interface Namespaces {
    embed: typeof en;
  }
}
