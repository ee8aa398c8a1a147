// @vitest-environment happy-dom
import { beforeAll, describe, expect, it } from "vitest";
import { button, field, fill, noteOf, press, show } from "../../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../../lib/i18n/index.ts";
import { JobEditor } from "./job-editor.tsx";

const editor = () => show(<JobEditor project="demo" job={undefined} />);
const step = () => document.querySelector('.jobs-steps [aria-current="step"]')?.textContent;
const broken = () => [...document.querySelectorAll(".jobs-steps [data-broken]")].map((each) => each.textContent);

beforeAll(() => loadTexts("common", "errors", "rules", "words", "jobs", "job-config"));

describe("the editor of several steps", () => {
  it("keeps what was entered on each step, whichever way one comes back", async () => {
    await editor();
    await fill(field("Name"), "Nightly smoke");
    await press(button(/Resources/));
    await fill(field("How many"), "3");
    await press(button("Back"));
    expect(field("Name").value).toBe("Nightly smoke");
    await press(button(/Execution/));
    await press(button(/Resources/));
    expect(field("How many").value).toBe("3");
  });

  it("does not go on from a step that breaks a rule, and says it at the field", async () => {
    await editor();
    expect(noteOf("Name")).toBe("");
    await press(button("Next"));
    expect(step()).toMatch(/Application/);
    expect(noteOf("Name")).not.toBe("");
    expect(field("Name").getAttribute("aria-invalid")).toBe("true");
    await fill(field("Name"), "Nightly smoke");
    expect(noteOf("Name")).toBe("");
  });

  it("lets the list of steps lead anywhere, and marks those that are left with a fault", async () => {
    await editor();
    expect(broken()).toEqual([]);
    await press(button(/Check and save/));
    expect(step()).toMatch(/Check and save/);
    expect(broken()).toEqual([expect.stringMatching(/Application/)]);
  });

  it("leads to the step that holds the fault when all before it is right", async () => {
    await editor();
    await fill(field("Name"), "Nightly smoke");
    await press(button(/Check and save/));
    await press(button("Save"));
    expect(step()).toMatch(/Execution/);
    expect(broken()).toEqual([expect.stringMatching(/Execution/)]);
    expect(noteOf("Case library")).not.toBe("");
  });

  it("leads back to the first step that holds a fault when it is saved, and says it at the field", async () => {
    await editor();
    await press(button(/Check and save/));
    await press(button("Save"));
    expect(step()).toMatch(/Application/);
    expect(noteOf("Name")).not.toBe("");
  });
});
