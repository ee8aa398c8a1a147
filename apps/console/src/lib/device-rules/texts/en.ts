const en = {
  attribute: "Attribute",
  operator: "Comparison",
  value: "Value",
  add: "Add a rule",
  remove: "Remove this rule",
  brand_example: "Google",
  choose_tag: "Choose a tag",
  no_tags: "No tag of that name",
};
export default en;

declare module "../../i18n/namespaces.ts" {
  interface Namespaces {
    "device-rules": typeof en;
  }
}
