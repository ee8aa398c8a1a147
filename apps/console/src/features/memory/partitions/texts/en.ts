const en = {
  title: "Partition rules",
  lead: "Which stacks and regions of an app’s memory belong to which module.",
  hint: "The first rule that fits counts: one call of a stack has to fit symbol and image, a region without stack its type. * stands for any characters, as in ImageCache::* or *Texture*; the whole name has to fit.",
  error: "The partition rules could not be read",
  error_sample: "The partitions of the sample could not be read",
  column: {
    place: "Place",
    module: "Module",
    owner: "Owner",
    budget: "Budget",
    symbol: "Symbol",
    image: "Image",
    region: "Type of region",
    actions: "Actions",
  },
  field: "{column} of rule {number}",
  move: { up: "Move rule {number} up", down: "Move rule {number} down" },
  remove: "Remove rule {number}",
  add: "Add a rule",
  save: "Save",
  saved: "Version {version} was saved",
  discard: "Discard changes",
  unsaved: "Not saved yet",
  version: "Version {version}",
  versions: "Versions of the rules",
  behind: "{user} saved version {version} meanwhile. Your changes are still here, and not saved.",
  take_theirs: "Take version {version}",
  save_over: "Save mine after version {version}",
  replace: {
    title: "Replace the rules?",
    text: "Changes that are not saved will be lost.",
    ok: "Replace",
  },
  export: "Export",
  import: {
    open: "Import",
    refused: "{name} has no partition rules. {reason}",
    no_json: "It is no JSON file of at most 1 MB.",
  },
  none: {
    title: "No partition rules yet",
    text: "Rules tell which module memory belongs to, who answers for it and how much it may have.",
  },
  preview: {
    title: "Preview",
    lead: "What falls where by the rules above, saved or not.",
    sample: "Sample",
    unfinished: "Rules that are not complete are left out.",
  },
  by_version: "By version {version} of the partition rules.",
  to_rules: "Partition rules",
  coverage: "{percent} of the footprint has a stack.",
  coverage_low: "low",
  part: { malloc: "Malloc", java: "Java heap", regions: "Other regions", vm: "VM regions" },
  part_of: {
    malloc: "By the stacks of malloc",
    java: "By the classes of Java’s heap and what holds them",
    regions: "By type, without the regions of malloc and of Java’s heap where their stacks are known",
    vm: "By the stacks of VM regions; not to be added to the others",
  },
  share: "Share",
  over: "over budget",
  large: "above 25%",
  unexplained: "Unexplained",
  all: "All",
  stacks: { malloc: "Stacks of malloc", vm: "Stacks of VM regions", java: "Java heap, by what holds it" },
  types: "Regions by type",
};
export default en;

declare module "../../../../lib/i18n/namespaces.ts" {
  interface Namespaces {
    partitions: typeof en;
  }
}
