// @vitest-environment happy-dom
import { beforeAll, expect, it } from "vitest";
import { isThisComputer } from "../api/this-computer.ts";
import { show, shownText } from "../components/rendered.fixture.tsx";
import { loadTexts } from "../i18n/index.ts";
import { ConnectPhone } from "./connect-phone.tsx";

beforeAll(() => loadTexts("common", "agents"));

it("says what to put in place of an address that is each computer's own, and where services are told of", async () => {
  await show(<ConnectPhone project="demo" open onClose={() => undefined} />);
  expect(shownText()).toContain("--server http://localhost:3000 --token TOKEN");
  expect(shownText()).toContain("in place of localhost, which each computer takes for itself");
  expect(shownText()).toContain("To have systemd or a container run it: docs/operations.md in that clone");
});

it.each([
  ["localhost", true],
  ["127.0.0.1", true],
  ["[::1]", true],
  ["udt.example.com", false],
  ["localhost.example.com", false],
  ["10.0.0.1", false],
])("knows addresses that each computer takes for itself: %s", (hostname, is) => {
  expect(isThisComputer(hostname)).toBe(is);
});
