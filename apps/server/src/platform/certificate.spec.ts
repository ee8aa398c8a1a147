import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, expect, it } from "vitest";
import { trusted } from "./certificate.ts";

const before = getCACertificates("default");
afterAll(() => setDefaultCACertificates(before));

it("reads the trusted authorities once, and anew when they are others", () => {
  const first = trusted();
  expect(trusted()).toBe(first);
  setDefaultCACertificates(before.slice(1));
  expect(trusted()).not.toBe(first);
});
