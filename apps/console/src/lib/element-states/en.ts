/** What an element is or can do, by the words of the contract. */
export const elementStates = {
  checkable: "checkable",
  checked: "checked",
  clickable: "clickable",
  enabled: "enabled",
  focusable: "focusable",
  focused: "focused",
  long_clickable: "takes long presses",
  password: "password",
  scrollable: "scrollable",
  selected: "selected",
};
