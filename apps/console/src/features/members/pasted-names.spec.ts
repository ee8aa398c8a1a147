import { describe, expect, it } from "vitest";
import { personNamed, splitNames } from "./pasted-names.ts";

describe("a pasted list of names", () => {
  it.each([
    ["a@example.com;b@example.com", ["a@example.com", "b@example.com"]],
    [" 李雷 ； 韩梅梅 ;; ", ["李雷", "韩梅梅"]],
    ["one\ntwo\r\nthree;", ["one", "two", "three"]],
    ["Anna; ANNA; anna", ["Anna"]],
    ["first last; other", ["first last", "other"]],
    [" ; ;\n", []],
  ])("%j is %j", (text, names) => expect(splitNames(text)).toEqual(names));
});

describe("who a name means", () => {
  const people = [
    { user_name: "anna", email: "a.schmidt@example.com" },
    { user_name: "a.schmidt", email: "anna@example.com" },
    { user_name: "annabel", email: "annabel@example.com" },
  ];
  it("is who has it as a whole, whatever the case", () => {
    expect(personNamed("ANNA", people)).toBe(people[0]);
    expect(personNamed("Annabel@Example.com", people)).toBe(people[2]);
  });
  it("is nobody who only has a part of it", () => {
    expect(personNamed("ann", people)).toBeUndefined();
    expect(personNamed("example.com", people)).toBeUndefined();
  });
  it("is first of all who has it as an email", () => {
    const both = [
      { user_name: "b@example.com", email: "x@example.com" },
      { user_name: "b", email: "b@example.com" },
    ];
    expect(personNamed("b@example.com", both)).toBe(both[1]);
  });
});
