const en = {
  ok: "done",
  failed: "failed",
  skipped: "disabled, left out",
  locator: "Locator",
  candidates: "Closest on the screen",
  meant_now: "What may be meant now",
  likeness: "{percent} alike",
  picture_near: "Most like the picture",
  picture_at: "{x} across, {y} down: {percent} alike",
  found: { ui: "by element", image: "by picture", position: "by place" },
  fallback: "fallback {number}",
  pictures: "Pictures of {name}",
  step: "Step {number}",
  before: "Before",
  after: "After",
  unchanged: "Before and after: nothing changed",
  previous: "Previous step",
  next: "Next step",
};
export default en;

declare module "../../i18n/namespaces.ts" {
  interface Namespaces {
    "case-steps": typeof en;
  }
}
