const en = {
  title: "Checkups",
  lead: "What devices said of themselves when they were free.",
  column: { device: "Device", battery: "Battery", load: "Load of its computer", time: "Asked" },
  percent: "{value}%",
  error: "The checkups could not be read",
  none: { title: "No checkups yet", text: "A device that is checked shows here." },
  first_page: "To the first page",
};
export default en;

declare module "../../../lib/i18n/namespaces.ts" {
  interface Namespaces {
    checkups: typeof en;
  }
}
