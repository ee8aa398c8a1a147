import { expect, it } from "vitest";
import { isCandidate, withoutCandidates } from "./candidates.ts";

it.each([
  "candidate:1 1 UDP 2122317823 192.168.1.7 54321 typ host",
  "candidate:842163049 1 udp 1677729535 203.0.113.4 46154 typ srflx raddr 0.0.0.0 rport 0 generation 0 ufrag EsAw network-cost 999",
  "candidate:1 1 udp 2113937151 fe80::1 54321 typ host generation 0",
  "candidate:1 1 udp 2113937151 3d2a1b0c-1111-4222-8333-444455556666.local 54321 typ host generation 0",
])("tries %s", (text) => {
  expect(isCandidate(text)).toBe(true);
});

it.each([
  "",
  "candidate:",
  // A name of somebody's choice would be looked up.
  "candidate:1 1 udp 1 metadata.internal 80 typ host",
  "candidate:1 1 udp 1 ../../etc/passwd 80 typ host",
  "candidate:1 1 tcp 1 10.0.0.1 22 typ host tcptype active",
  "candidate:1 1 udp 1 10.0.0.1 22 typ something",
  "candidate:1 1 udp 1 10.0.0.1 22 typ host\r\na=ice-lite",
  `candidate:1 1 udp 1 ${"1".repeat(900)} 22 typ host`,
])("does not try %j", (text) => {
  expect(isCandidate(text)).toBe(false);
});

it("leaves candidates out of an offer", () => {
  const named = "a=candidate:1 1 udp 1 metadata.internal 80 typ host";
  expect(withoutCandidates(`v=0\r\n${named}\r\na=mid:0\r\n${named}`)).toBe("v=0\r\na=mid:0\r\n");
});
