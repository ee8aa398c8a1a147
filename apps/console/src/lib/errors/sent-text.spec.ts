import { expect, it } from "vitest";
import { sentText } from "./sent-text.ts";

it("shows what was sent, with what is secret struck out", () => {
  const body = {
    email: "lin@example.com",
    password: "a long pass 1",
    old_password: "x1234567",
    nested: { secret_key: "k", access_token: ["t"], webhook: "https://example.com/hook?key=1" },
    empty_secret: "",
  };
  expect(JSON.parse(sentText({ params: { id: 1 }, query: undefined, body }))).toEqual({
    params: { id: 1 },
    body: {
      email: "lin@example.com",
      password: "***",
      old_password: "***",
      nested: { secret_key: "***", access_token: "***", webhook: "***" },
      empty_secret: "",
    },
  });
});

it("ends somewhere", () => {
  const frame = '{"body":""}'.length;
  expect(sentText({ body: "x".repeat(2000 - frame) })).toMatch(/x"\}$/);
  expect(sentText({ body: "x".repeat(2001 - frame) })).toMatch(/^.{2000}…$/);
});
