/** What is said where several traces are ticked. */
export const bulk = {
  one: "Select {name}",
  all: "Select all that you may delete",
  bar: "Selected traces",
  chosen_one: "{total} selected",
  chosen_other: "{total} selected",
  clear: "Clear",
  delete: "Delete",
  title_one: "Delete {total} memory trace?",
  title_other: "Delete {total} memory traces?",
  deleted_one: "{total} trace deleted",
  deleted_other: "{total} traces deleted",
  left_one: "{total} left",
  left_other: "{total} left",
  hint: "Traces that have a baseline, are kept, or are being recorded are left, and it is said which.",
};

/** And of a moment whose files are on the server in part. */
export const unfinished = {
  title: "A sample was not uploaded to its end",
  title_of: "The sample “{scene}” was not uploaded to its end",
  files: "Its files: {names}. What the server has of them is not sent again.",
  again: "Choose these files again, to go on: {names}. What the server has of them is not sent again.",
  go_on: "Go on",
  give_up: "Give up",
};
