import { expect, it } from "vitest";
import { INSTALL_FINAL_STATES, INSTALL_STATES, INSTALL_TRANSITIONS } from "./states.ts";

it("installations have a table of moves that leads from every open state to an end, and from no end anywhere", () => {
  for (const state of INSTALL_STATES) {
    const next = INSTALL_TRANSITIONS[state];
    if (INSTALL_FINAL_STATES.includes(state)) expect(next).toEqual([]);
    else if (state === "uninstalling") expect(next).toEqual(["uninstall_failed", "uninstalled", "uninstall_cancelled"]);
    else expect(next).toEqual(expect.arrayContaining(["install_failed", "installed", "cancelled"]));
    expect(next).not.toContain(state);
  }
});
