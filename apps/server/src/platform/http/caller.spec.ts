import { describe, expect, it } from "vitest";
import { cookieOf, credentialsOf } from "./caller.ts";

const of = (authorization: string) => credentialsOf({ authorization }, "session");
const basic = (text: string) => Buffer.from(text).toString("base64");

describe("what a request shows of its caller", () => {
  it("is an API key, a project's token, an agent's token or a cookie", () => {
    const key = { secret_id: "id", secret_key: "secret" };
    expect(of(`Basic ${basic("id:secret")}`)).toMatchObject({ key, bearer: undefined });
    expect(of(`basic   ${basic("id:secret")} `)).toMatchObject({ key });
    expect(of("Bearer udtp_1")).toMatchObject({ bearer: "udtp_1", project_token: "udtp_1", key: undefined });
    expect(of("bearer agent")).toMatchObject({ bearer: "agent", project_token: undefined });
    expect(credentialsOf({ cookie: "a=1; session=s" }, "session")).toMatchObject({ session: "s" });
  });

  it.each(["", "Basic", "Bearer", "Basic a b", "Bearer a b", "Digest a", "Bearer\ta"])("is nothing by %j", (header) => {
    expect(of(header)).toMatchObject({ bearer: undefined, key: undefined, project_token: undefined });
  });

  it.each([`Basic ${" ".repeat(15_500)}a b`, `Bearer ${" ".repeat(15_500)}a b`, `Basic ${" a".repeat(7_750)}`])(
    "takes no longer to read than the header is long",
    (header) => {
      const started = performance.now();
      for (let times = 0; times < 200; times++) of(header);
      // One alone took half a second by a pattern that began anew at each blank.
      expect(performance.now() - started).toBeLessThan(2_000);
    },
  );
});

describe("a cookie's value", () => {
  it.each([
    ["session=a", "a"],
    ["other=b;session=a", "a"],
    ["session_other=b; session=a; session=c", "a"],
    ["session=a=b", "a=b"],
    ["session=", ""],
    ["session", undefined],
    ["xsession=a", undefined],
  ])("of %j is %j", (cookie, value) => {
    expect(cookieOf({ cookie }, "session")).toBe(value);
  });
});
