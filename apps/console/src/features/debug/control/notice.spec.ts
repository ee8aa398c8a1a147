import { expect, it } from "vitest";
import { toldOf } from "./notice.ts";

const ada = { user_id: "ada", user_name: "Ada" };
const root = { user_id: "root", user_name: "Root" };
const driver = (one: typeof ada) => ({ ...one, instead: true, given_at: 1 });
const drives = { user_id: "bea", drives: true };
const watches = { ...drives, drives: false };

it.each([
  ["who took it back", "take_back", ada, [], watches, "lost"],
  ["who took it for themselves", "give", root, [driver(root)], watches, "taken"],
  ["to whom the holder gave it next", "give", ada, [driver(root)], watches, "passed_on"],
  ["who gave it to them", "give", ada, [], drives, "given"],
  ["who gave it back to them", "leave", ada, [], drives, "back"],
  ["who took it back for them", "take_back", root, [], drives, "returned"],
] as const)("names %s", (_, action, by, drivers, reader, words) => {
  const name = by.user_name;
  expect(toldOf({ action, by, drivers: [...drivers] }, reader)).toMatchObject({ words, name });
});

it("says to whom it went", () => {
  expect(toldOf({ action: "give", by: ada, drivers: [driver(root)] }, watches)?.to).toBe("Root");
});

it("tells the reader of their own act only that their hands are off", () => {
  const own = { ...watches, user_id: "ada" };
  expect(toldOf({ action: "give", by: ada, drivers: [driver(root)] }, own)?.words).toBe("handed");
  expect(toldOf({ action: "leave", by: ada, drivers: [] }, own)?.words).toBe("left");
  expect(toldOf({ action: "take_back", by: ada, drivers: [] }, { ...own, drives: true })).toBeUndefined();
});
