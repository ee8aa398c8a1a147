import { randomBytes } from "node:crypto";
import { type UdtError } from "@udt/contract";
import { createSigner } from "@udt/appfile/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeIdentity, makeP12, makeProfile, profilePlist, sha1Of, type P12Scheme } from "../../../test/ios-signing.ts";
import { readPair } from "./pair.ts";
import { threadedPairReader } from "./pair-reader.ts";

const DAY_MS = 86_400_000;
const ada = makeIdentity();
const bob = makeIdentity({ name: "Apple Distribution: Example Ltd (TEAM123456)" });
const p12 = makeP12(ada);
const profile = makeProfile([ada]);
const read = (change: Partial<Parameters<typeof readPair>[0]> = {}) =>
  readPair({ p12, password: "secret", profile, ...change });
const codeOf = (reading: ReturnType<typeof readPair>) => (reading.ok ? "read" : reading.error.code);
const reasonOf = (reading: ReturnType<typeof readPair>) => {
  const reason = reading.ok ? undefined : reading.error.args.reason;
  // It is read in three languages, and a library's words in one.
  expect(reason?.evidence ?? "").toBe("");
  return reason?.code;
};

describe("a P12 and its profile", () => {
  it("tell who may sign what, for which devices and for how long", () => {
    const starts_at = Date.parse("2026-03-01T00:00:00Z");
    const identity = makeIdentity({ starts_at, expires_at: starts_at + 300 * DAY_MS });
    const reading = read({
      p12: makeP12(identity),
      profile: makeProfile([bob, identity], {
        starts_at: starts_at + DAY_MS,
        expires_at: starts_at + 400 * DAY_MS,
        bundle: "com.example.shop",
        udids: ["00008110-000A1B2C3D4E5F60"],
      }),
    });
    expect(reading).toEqual({
      ok: true,
      value: {
        registered_name: "Apple Development: Ada Lovelace (A1B2C3D4E5)",
        organization_number: "TEAM123456",
        team_name: "Example Ltd",
        kind: "development",
        bundle_pattern: "com.example.shop",
        device_udids: ["00008110-000A1B2C3D4E5F60"],
        certificate_sha1: sha1Of(identity),
        certificate_starts_at: starts_at,
        certificate_expires_at: starts_at + 300 * DAY_MS,
        profile_name: "Example Development",
        profile_uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        profile_starts_at: starts_at + DAY_MS,
        profile_expires_at: starts_at + 400 * DAY_MS,
      },
    });
  });

  it.each(["development", "ad_hoc", "enterprise", "app_store"] as const)("are of the kind %s", (kind) => {
    expect(read({ profile: makeProfile([ada], { kind }) })).toMatchObject({ ok: true, value: { kind } });
  });

  it("go together only where the profile names the P12's certificate", () => {
    expect(read({ profile: makeProfile([bob], { name: "Theirs" }) })).toEqual({
      ok: false,
      error: {
        code: "ios_certificate_mismatch",
        args: { name: "Apple Development: Ada Lovelace (A1B2C3D4E5)", profile: "Theirs" },
      },
    });
    expect(read({ p12: makeP12([bob, ada]) })).toMatchObject({ ok: true, value: { certificate_sha1: sha1Of(ada) } });
  });

  it("must be valid at the same time once", () => {
    const identity = makeIdentity({ starts_at: 0, expires_at: 10 * DAY_MS });
    const later = makeProfile([identity], { starts_at: 10 * DAY_MS, expires_at: 20 * DAY_MS });
    expect(reasonOf(read({ p12: makeP12(identity), profile: later }))).toBe("profile_never_valid");
  });
});

describe("a P12", () => {
  const schemes: P12Scheme[] = ["rc2", "3des", "aes256"];
  it.each(schemes.flatMap((scheme) => ["secret", "", "pässwörd 密码 🔑"].map((password) => ({ scheme, password }))))(
    "sealed by $scheme is opened by the password “$password” and by no other",
    ({ scheme, password }) => {
      const sealed = makeP12(ada, { scheme, password });
      expect(codeOf(read({ p12: sealed, password }))).toBe("read");
      for (const wrong of ["Secret", "пароль", `${password} `]) {
        expect(codeOf(read({ p12: sealed, password: wrong })), wrong).toBe("ios_certificate_password");
      }
    },
  );

  it.each<[string, Buffer, string]>([
    ["a text", Buffer.from("-----BEGIN CERTIFICATE-----"), "p12_not"],
    ["nothing", Buffer.alloc(0), "p12_not"],
    ["a provisioning profile", profile, "p12_not"],
    ["a bare certificate", createSigner().certificate, "p12_not"],
    ["cut off", p12.subarray(0, p12.length - 200), "p12_not"],
    ["without its private key", makeP12(ada, { withKey: false }), "p12_no_identity"],
  ])("that is %s is refused for that", (_, bytes, reason) => {
    const reading = read({ p12: bytes });
    expect(codeOf(reading)).toBe("ios_certificate_p12");
    expect(reasonOf(reading)).toBe(reason);
  });

  it("ends in a reading or a refusal, whatever its bytes", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(p12.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
        (changes) => {
          const content = Buffer.from(p12);
          for (const [at, value] of changes) content[at] = value;
          // A number of rounds that was changed may be any; that such a file is given up is tried below.
          content.set(p12.subarray(-8), p12.length - 8);
          codeOf(read({ p12: content }));
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each(schemes)("sealed by %s that asks for more rounds than anybody waits for is refused before them", (scheme) => {
    for (const iterations of [2_000_001, 0x7fffffff])
      expect(reasonOf(read({ p12: makeP12(ada, { scheme, iterations }) }))).toBe("p12_rounds");
    // Its seal asks for few, its parts for many.
    for (const bags of [2_000_001, 0x7fffffff])
      expect(reasonOf(read({ p12: makeP12(ada, { scheme, bag_iterations: bags }) }))).toBe("p12_rounds");
    expect(codeOf(read({ p12: makeP12(ada, { scheme, iterations: 20_000 }) }))).toBe("read");
  });

  it("for which there was no time is given up, and the next is read", async () => {
    const files = { p12, password: "secret", profile };
    const reading = await threadedPairReader(1)(files, "p-1");
    expect(reading).toMatchObject({ ok: false, error: { code: "ios_certificate_p12" } });
    expect(reasonOf(reading)).toBe("package_read_too_long");
    expect(codeOf(await threadedPairReader()(files, "p-1"))).toBe("read");
  });

  it("waits behind few others of its project, and is told to come again where there are more", async () => {
    const reader = threadedPairReader();
    const files = { p12, password: "secret", profile };
    const many = await Promise.allSettled([
      ...Array.from({ length: 8 }, () => reader(files, "p-1")),
      reader(files, "p-2"),
    ]);
    const told = many.map((one) => (one.status === "fulfilled" ? codeOf(one.value) : (one.reason as UdtError).code));
    expect(told).toEqual([...Array(6).fill("read"), "reading_busy", "reading_busy", "read"]);
  });
});

describe("a profile", () => {
  it("is read where its content stands in several pieces", () => {
    expect(codeOf(read({ profile: makeProfile([ada], {}, 3) }))).toBe("read");
  });

  it.each<[string, Buffer, string]>([
    ["a bare property list", profilePlist([ada]), "profile_not_signed"],
    ["nothing", Buffer.alloc(0), "profile_not_signed"],
    ["noise", randomBytes(4096), "profile_not_signed"],
    ["a P12", p12, "profile_not_signed"],
    ["cut off", profile.subarray(0, 600), "profile_not_signed"],
    ["without devices' and certificates' dates", makeProfile([ada], { without: ["ExpirationDate"] }), "profile_lacks"],
    ["without certificates", makeProfile([]), "profile_lacks"],
    ["without an app", makeProfile([ada], { without: ["Entitlements"] }), "profile_lacks"],
    ["named by what is no text", makeProfile([ada], { name: "A\0B" }), "profile_hostile"],
    ["named without end", makeProfile([ada], { name: "A".repeat(501) }), "profile_hostile"],
    [
      "granting more than there is",
      makeProfile([ada], { entitlements: { a: Array(1_000).fill("b") } }),
      "profile_grants_many",
    ],
    [
      "granting one thing without end",
      makeProfile([ada], { entitlements: { a: "a".repeat(50_001) } }),
      "profile_grants_many",
    ],
    ["from before there were times", makeProfile([ada], { starts_at: Date.UTC(1965, 0, 1) }), "profile_hostile"],
    ["for the Mac", makeProfile([ada], { platforms: ["OSX"] }), "profile_not_ios"],
  ])("that is %s is refused for that", (_, bytes, reason) => {
    const reading = read({ profile: bytes });
    expect(codeOf(reading)).toBe("ios_certificate_profile");
    expect(reasonOf(reading)).toBe(reason);
  });
});
