import { saidWith, say } from "@udt/base";
import { expect, it } from "vitest";
import { AccountValues } from "./account-values.ts";

const values = (account: Record<string, string>) =>
  new AccountValues(new Map(Object.entries(account).map(([name, value]) => [`account.${name}`, value])));

it("names values in their place: the password whatever its length, others from four characters on", () => {
  const secrets = values({ account: "ada@example.com", password: "7", kind: "vip", tier: "gold", none: "" });
  expect(secrets.hide("ada@example.com 7 vip gold+")).toBe(
    "${account.account} ${account.password} vip ${account.tier}+",
  );
});

it("takes the longest first, and leaves names that hold a value", () => {
  const secrets = values({ account: "adas", password: "adas-password", kind: "account" });
  expect(secrets.hide("adas-password adas account ${account.account}")).toBe(
    "${account.password} ${account.account} ${account.kind} ${account.account}",
  );
});

it("of a failure hides arguments, raw words and parts", () => {
  const fault = say(
    "low_code_other_text",
    { seconds: 1, locator: "id: a", found: "is pass1", wanted: "b" },
    "raw pass1",
  );
  const said = saidWith(fault, [{ of: "f", said: fault }]);
  const hidden = values({ password: "pass1" }).hideInSaid(said);
  expect(hidden).toMatchObject({
    args: { seconds: 1, found: "is ${account.password}" },
    evidence: "raw ${account.password}",
    more: [{ of: "f", args: { found: "is ${account.password}" } }],
  });
  expect(JSON.stringify(hidden)).not.toContain("pass1");
});

it("finds a value within the relations of a locator", () => {
  const secrets = values({ account: "ada@example.com" });
  expect(secrets.isIn({ by: "ui", id: "a", which: 1, inside: { has: { text: "for ada@example.com" } } })).toBe(true);
  expect(secrets.isIn({ by: "ui", id: "ada", which: 1 })).toBe(false);
});

it("hides what comes in pieces, wherever they end, and holds nothing else back", () => {
  const secrets = values({ account: "adas", password: "adas-password" });
  const pieces = (...all: string[]) => {
    const hiding = secrets.hiding();
    return [...all.map((piece) => hiding.next(piece)), hiding.end()];
  };
  const text = "by adas-password, adas-pass and adas";
  for (let at = 0; at <= text.length; at++)
    expect(pieces(text.slice(0, at), text.slice(at)).join("")).toBe(secrets.hide(text));
  expect(pieces(...text).join("")).toBe(secrets.hide(text));
  expect(pieces("a line\n", "ad", "a is adas")).toEqual(["a line\n", "", "ada is ", "${account.account}"]);
});
