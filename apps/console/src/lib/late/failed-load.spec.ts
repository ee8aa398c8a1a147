// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from "vitest";
import { afterFailedLoad } from "./failed-load.ts";

const answers = vi.spyOn(globalThis, "fetch");
const reload = vi.spyOn(window.location, "reload").mockImplementation(() => {});
const away = () => answers.mockRejectedValueOnce(new TypeError("Failed to fetch"));
const there = () => answers.mockResolvedValueOnce(new Response("{}"));

afterEach(() => {
  reload.mockClear();
  sessionStorage.clear();
});

it("loads the page anew for code that a server no longer has, once", async () => {
  there();
  expect(await afterFailedLoad()).toBe("reloading");
  there();
  expect(await afterFailedLoad()).toBe("failed");
  expect(reload).toHaveBeenCalledOnce();
});

it("keeps the page while no server answers, and has it tried once more when one does again", async () => {
  away();
  expect(await afterFailedLoad()).toBe("unreachable");
  there();
  expect(await afterFailedLoad()).toBe("unreachable");
  expect(reload).not.toHaveBeenCalled();
  there();
  expect(await afterFailedLoad()).toBe("reloading");
});
