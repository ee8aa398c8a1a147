const en = {
  ok: "done",
  failed: "failed",
  locator: "Locator",
  candidates: "Closest on the screen",
  meant_now: "What may be meant now",
  likeness: "{percent} alike",
};
export default en;

declare module "../../i18n/namespaces.ts" {
  interface Namespaces {
    "case-steps": typeof en;
  }
}
