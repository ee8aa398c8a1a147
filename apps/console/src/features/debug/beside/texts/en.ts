const en = {
  title: "Phone",
  close: "Close the phone: its session goes on",
  page: "Open debug page",
  other: "Choose another phone",
  own: "Your sessions",
  free: "Free phones",
  search: "Model, brand or serial",
  devices_failed: "The devices could not be read",
  none: "No phone is free",
  none_text: "Phones show here as soon as they are free.",
  none_found: "No free phone has these words.",
  layer: "Pick an element: a press inserts its locator",
  point: "Point at an element to see what it is; a press chooses it.",
  no_elements: "This device's elements cannot be read",
  inserts: "A press inserts",
  wish: { tap: "Tap", check: "Check", locator: "Locator" },
  by: { resource_id: "Id", description: "Description", text: "Text", xpath: "Path" },
  namings: "What names the element, the most robust first",
  insert: "Insert",
  insert_by: "Insert by {by}",
  alone: "1 match",
  matches: "{total} matches, no. {which}",
  layout: "this layout only",
  calls: "It calls a function that exported recordings have.",
  done: "Inserted into {file}",
  no_file: "Open a file to insert locators into it.",
  no_language: "Locators go into low-code (YAML), TypeScript and Python files.",
  no_steps: "This file has no steps to insert one among.",
};
export default en;

declare module "../../../../lib/i18n/namespaces.ts" {
  interface Namespaces {
    beside: typeof en;
  }
}
