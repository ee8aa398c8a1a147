import { describe, expect, it } from "vitest";
import { livenessOf, wordOf } from "./liveness.ts";

const open = {
  stream: { name: "open" } as const,
  pictured: true,
  stalled: false,
  frozenSince: undefined,
  unansweredSince: undefined,
  failed: undefined,
};

describe("what is said of a picture", () => {
  it("is live once one was drawn since the connection opened", () => {
    expect(livenessOf(open)).toBe("live");
    expect(livenessOf({ ...open, pictured: false })).toBe("connecting");
  });

  it("is that it connects before there is a connection", () => {
    expect(livenessOf({ ...open, stream: { name: "connecting" }, pictured: false })).toBe("connecting");
  });

  it("is why it is not the present one", () => {
    expect(livenessOf({ ...open, frozenSince: 1 })).toBe("frozen");
    expect(livenessOf({ ...open, unansweredSince: 1 })).toBe("frozen");
    expect(wordOf({ ...open, unansweredSince: 1 })).toBe("unanswered");
    expect(wordOf({ ...open, unansweredSince: 1, frozenSince: 1 })).toBe("frozen");
    expect(livenessOf({ ...open, stalled: true })).toBe("reconnecting");
    expect(livenessOf({ ...open, failed: "decoder" })).toBe("closed");
  });
});
