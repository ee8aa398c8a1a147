const en = {
  opening: "Opening project {id} of the parent platform…",
  error: "Project {id} of the parent platform could not be opened",
  off: {
    title: "Platform sync is off on this server",
    text: "Addresses of a parent platform lead to its projects only where the server’s operator has turned that on.",
    action: "To the projects",
  },
};
export default en;

declare module "../../../lib/i18n/namespaces.ts" {
  interface Namespaces {
    "platform-sync": typeof en;
  }
}
