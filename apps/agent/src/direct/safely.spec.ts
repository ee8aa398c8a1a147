import { expect, it, vi } from "vitest";
import { safely } from "./safely.ts";

it("hands on what comes, and tells what is thrown out of the callback", async () => {
  const thrown = vi.fn();
  const heard: string[] = [];
  const hear = safely((word: string) => {
    heard.push(word);
    if (word === "bad") throw new Error("no such word");
  }, thrown);
  hear("good");
  hear("bad");
  expect(thrown).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(thrown).toHaveBeenCalledWith(new Error("no such word")));
  expect(heard).toEqual(["good", "bad"]);
});
