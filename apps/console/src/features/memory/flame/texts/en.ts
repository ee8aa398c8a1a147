const en = {
  title: "Flame graph",
  to_report: "Report",
  error: "The tree of calls could not be read",
  sample: "Sample",
  before: "Compare with",
  before_none: "nothing",
  keyword: "Function, image or /expression/",
  tree: {
    label: "Tree",
    malloc: "malloc",
    vm: "VM regions",
    java: "Java heap",
  },
  view: {
    label: "View",
    calls: "Calls",
    callers: "Callers",
    sandwich: "Sandwich",
  },
  grows: {
    label: "Direction",
    down: "Icicle",
    up: "Flame",
  },
  order: {
    label: "Order",
    heavy: "Largest first",
    name: "By name",
  },
  color: {
    label: "Colour",
    image: "By image",
    module: "By module",
    none: "No module",
  },
  fold: "Fold recursion",
  app_only: "Hide system frames",
  graph: {
    calls: "Flame graph of calls",
    callers: "Flame graph of callers",
    sandwich: "Flame graph of what it calls",
    sandwich_callers: "Flame graph of who calls it",
  },
  all: {
    calls: "All",
    callers: "All, by who allocates",
    sandwich: "What it calls",
    sandwich_callers: "Who calls it",
  },
  keys: "Arrow keys go from call to call, Enter widens a call, Esc shows all, + and − zoom. Click a call to widen it, drag to move, Ctrl and the wheel zoom.",
  facts: {
    label: "Call",
    own: "itself {size}",
    share: "{share} of all",
    level_one: "{number} call deep",
    level_other: "{number} calls deep",
    change: "{before} → {now}",
  },
  sandwich: "Callers and calls of it",
  found_one: "{number} call found, {size} ({share})",
  found_other: "{number} calls found, {size} ({share})",
  fault: {
    bad_regex: "Not a regular expression: {term}",
    unsupported_regex:
      "Not supported here: {term}. Look-around, back references and more than 1,000 repetitions cannot be used.",
    no_regex: "Regular expressions could not be loaded, so nothing was looked for: {term}",
  },
  legend: "Red has grown, blue has shrunk. A call is as wide as the larger of both.",
  left_out_one: "{number} call, the smallest, is left out; its bytes count as its caller’s own.",
  left_out_other: "{number} calls, the smallest, are left out; their bytes count as their callers’ own.",
  callers_lead: "Callers that lead to less than 0.01% are told with what they call.",
  none: {
    title: "No stacks",
    text: "No file of this sample tells who allocated. Files of malloc_history, LoliProfiler, pprof, hprof and collapsed stacks do.",
  },
  choose: {
    title: "Choose a function",
    text: "Those that allocate the most themselves.",
    name: "Function",
    image: "Image",
    own: "Itself",
    nothing: "No function of that name.",
  },
};
export default en;

declare module "../../../../lib/i18n/namespaces.ts" {
  interface Namespaces {
    flame: typeof en;
  }
}
