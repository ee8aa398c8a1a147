const en = {
  by: { label: "What is compared", samples: "Samples", traces: "Traces", versions: "Versions" },
  scenes: {
    title: "Scene by scene",
    scene: "Scene",
    last: "Last samples",
    compare: "Compare",
    compare_of: "Compare {scene}",
    none_title: "Choose two traces",
    none_text: "Their samples are compared by scene, and the last ones of each.",
    no_versions_title: "Choose an app and two versions",
    no_versions_text: "Of each version the memory trace that was changed last is compared, scene by scene.",
    error: "The scenes could not be compared",
    no_scenes: "They have no scene and no last sample in common.",
    only_before: "Only before: {scenes}.",
    only_after: "Only after: {scenes}.",
    app: "App",
    choose_app: "Choose an app",
    version: "Choose a version",
    version_of: "{side}: version",
  },
  modes: "Ways of comparing",
  mode: {
    footprint: "Footprint",
    composition: "Composition",
    vmmap: "VM map",
    partitions: "Partitions",
    call_tree: "Call tree",
    vm_regions: "VM regions",
  },
  lead: {
    footprint: "What is measured of the whole process.",
    composition: "What of the footprint has a stack that tells who allocated it, and what the heap is made of.",
    vmmap: "All memory that is mapped, by type, and the heaps of malloc.",
    partitions:
      "What each module has: malloc’s blocks by their stacks, Java’s objects by their classes, and other regions by type.",
    call_tree: "Who called malloc, and what holds Java’s objects. Not to be added to VM regions.",
    vm_regions: "Who mapped memory. Not to be added to the call tree.",
  },
  figure: {
    footprint: "Footprint",
    peak: "Footprint at its peak",
    resident: "Resident",
    dirty: "Dirty",
    swapped: "Swapped",
    malloc: "Allocated by malloc, with a stack",
    vm: "VM regions, with a stack",
    java: "Java heap, held by something",
  },
  stack: {
    with_stack: "With a stack ({tree})",
    without_stack: "Without a stack",
  },
  tree: { malloc: "malloc", vm: "VM regions", java: "Java heap" },
  held: "Modules",
  untold: {
    title: "Not known of both samples",
    footprint: "At least one of them has no file that tells a footprint by a measure that the other tells, too.",
    composition:
      "At least one of them has no file of malloc_history or of another tool that tells stacks, classes or leaks.",
    vmmap: "At least one of them has no file of vmmap, footprint, smaps or meminfo.",
    partitions: "They have no stacks and no regions in common that rules could speak of.",
    call_tree: "At least one of them has no file that tells the stacks of malloc or Java’s heap.",
    vm_regions: "At least one of them has no file that tells the stacks of VM regions.",
  },
  export: {
    csv: "All rows of all parts, in bytes",
    json: "The whole comparison, for programs",
    markdown: "Tables for a merge request",
  },
  export_as: {
    csv: "CSV",
    json: "JSON",
    markdown: "Markdown",
  },
};
export default en;

declare module "../../../../lib/i18n/namespaces.ts" {
  interface Namespaces {
    "memory-compare": typeof en;
  }
}
