const en = {
  title: "Hardware model",
  search: "Brand, model or name",
  error: "The models could not be read",
  error_model: "This model could not be read",
  count_one: "{shown} model",
  count_other: "{shown} models",
  devices_one: "{shown} device",
  devices_other: "{shown} devices",
  changed: "Changed by {user}, {time}",
  edited_by: "Edited by administrators, in place of what devices say",
  saved: "{name} saved",
  none: {
    title: "No models yet",
    text: "An entry comes by itself as soon as a device of a new hardware model reports.",
  },
  no_match: { title: "Nothing fits", text: "No model is called so.", clear: "Show all" },
  column: {
    model: "Model",
    resolution: "Resolution",
    cpu: "Processor",
    memory: "Memory",
    devices: "Devices",
    known: "Known since",
  },
  names: {
    title: "Display names",
    text: "What everybody reads in place of the model's own name, in their language. Where a language is empty, the English name is read, or else the model's own.",
    zh: "Chinese",
    en: "English",
    ja: "Japanese",
  },
  facts: {
    title: "Facts",
    text: "What is entered here holds for all devices of the model. Empty is what the devices say.",
    width: "Width in pixels",
    height: "Height in pixels",
    cpu_name: "Processor",
    cpu_arch: "Architecture",
    cpu_cores: "Cores",
    gpu: "Graphics",
    memory_gb: "Memory in GB",
  },
  fact: {
    told: "As its devices say",
    unknown: "Its devices do not say",
    edited: "Edited; its devices say {told}",
    edited_unknown: "Edited; its devices do not say",
  },
  fault: {
    pixels: "A whole number; width and height together",
    cores: "A whole number from 1 to 1,024",
    memory: "A number with two decimals at most",
  },
  theirs: {
    text: "{user} has saved this model meanwhile. What is different there:",
    nothing: "empty",
    take: "Take theirs",
    keep: "Save mine",
  },
  picture: {
    add: "Add picture",
    change: "Change picture",
    remove: "Remove",
    hint: "PNG, JPEG or WebP, at most {limit}.",
    wrong_type: "The picture must be PNG, JPEG or WebP.",
    too_large: "The picture may be at most {limit}.",
  },
};
export default en;

declare module "../../../lib/i18n/namespaces.ts" {
  interface Namespaces {
    models: typeof en;
  }
}
