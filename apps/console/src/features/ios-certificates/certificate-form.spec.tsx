// @vitest-environment happy-dom
import { LIMITS } from "@udt/contract";
import type { IosCertificateDetail } from "@udt/contract/endpoints/ios-certificates";
import { act } from "react";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  answerFetch,
  button,
  field,
  fill,
  noteOf,
  press,
  show,
  shownText,
} from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { CertificateForm } from "./certificate-form.tsx";
import { ExpiryPill } from "./expiry-pill.tsx";
import { FarmDevices } from "./farm-devices.tsx";

const DAY_MS = 86_400_000;
const PATH = "/v1/api/ios_certificates";
const certificate: IosCertificateDetail = {
  cert_id: "c-1",
  title: "Team",
  registered_name: "Apple Development: Ada",
  organization_number: "TEAM123456",
  team_name: "Example Ltd",
  kind: "development",
  bundle_pattern: "com.example.*",
  starts_at: 0,
  expires_at: 0,
  device_count: 2,
  are_files_lost: false,
  user_name: "ada",
  created_at: 1,
  updated_at: 1,
  certificate: { sha1: "ab", starts_at: 0, expires_at: 0 },
  profile: { name: "Example Development", uuid: "u", starts_at: 0, expires_at: 0 },
  farm: { device_total: 0, lacking_total: 0, lacking: [] },
};
const settled = (check: () => void) => act(() => vi.waitFor(check));
/** Chooses a file, as the system's dialog hands it over. */
const choose = (name: string, file: File) =>
  act(async () => {
    const input = document.querySelector(`input[type=file][name=${name}]`);
    if (!(input instanceof HTMLInputElement)) throw new Error(`no chooser ${name}`);
    Object.defineProperty(input, "files", { value: [file], configurable: true });
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
const P12 = "P12 file";
const PROFILE = "Provisioning profile";
const PASSWORD = "P12 password";

beforeAll(() => loadTexts("common", "errors", "refusals", "rules", "ios-certificates"));
beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn<() => void>();
});

/** Fills in a whole new certificate. */
async function fillIn(): Promise<void> {
  await fill(field("Title"), "Team");
  await choose("p12", new File(["p12"], "team.p12"));
  await fill(field(PASSWORD), "secret");
  await choose("mobileprovision", new File(["profile"], "team.mobileprovision"));
}

describe("the form of a new certificate", () => {
  it("says nothing of fields that nobody has touched, then each by its own rule, and leads to the first", async () => {
    const asked = answerFetch({});
    await show(<CertificateForm project="demo" certificate={undefined} />);
    expect([noteOf("Title"), noteOf(P12), noteOf(PROFILE)].join()).not.toMatch(/Enter|Fill/);
    await press(button("Add certificate"));
    expect(noteOf("Title")).toBe("Enter 1 to 64 characters.");
    expect([noteOf(P12), noteOf(PROFILE)]).toEqual(["Fill this in.", "Fill this in."]);
    expect(document.activeElement).toBe(field("Title"));
    expect(asked).toEqual([]);
  });

  it.each([
    ["p12", P12, "team.pfx", 1, "Choose a file that ends in .p12."],
    ["p12", P12, "my team.p12", 1, "The file’s name must not contain spaces. Rename it first."],
    ["p12", P12, "team.p12", LIMITS.p12_max_bytes + 1, "A P12 has at most 1 MB. This file is larger."],
    ["mobileprovision", PROFILE, "team.plist", 1, "Choose a file that ends in .mobileprovision."],
    [
      "mobileprovision",
      PROFILE,
      "team.mobileprovision",
      LIMITS.profile_max_bytes + 1,
      "A provisioning profile has at most 4 MB. This file is larger.",
    ],
  ])("says at once what is wrong with a file for %s: %s %s of %i bytes", async (name, label, file, size, expected) => {
    await show(<CertificateForm project="demo" certificate={undefined} />);
    const chosen = new File([""], file);
    Object.defineProperty(chosen, "size", { value: size });
    await choose(name, chosen);
    expect(noteOf(label)).toBe(expected);
  });

  it.each([
    ["ios_certificate_password", PASSWORD, /^Enter the password of the certificate/],
    ["ios_certificate_mismatch", PROFILE, /^The provisioning file does not fit this certificate/],
    ["ios_certificate_p12", P12, /^The P12 cannot be used/],
    ["ios_certificate_profile", PROFILE, /^The provisioning profile cannot be used/],
    ["ios_certificate_expired", P12, /has expired/],
    ["ios_certificate_profile_expired", PROFILE, /has expired/],
    ["ios_certificate_title_exists", "Title", /already has an iOS certificate/],
  ])("tells %s at %s, until that is changed", async (code, label, text) => {
    const asked = answerFetch({ [PATH]: code });
    await show(<CertificateForm project="demo" certificate={undefined} />);
    await fillIn();
    await press(button("Add certificate"));
    await settled(() => expect(noteOf(label)).toMatch(text));
    expect(asked).toMatchObject([{ method: "POST", body: { title: "Team", password: "secret" } }]);
    expect(document.activeElement).toBe(field(label));
    await fill(field(PASSWORD), "another");
    expect(noteOf(label)).not.toMatch(text);
  });

  it("tells at its foot what is no field's", async () => {
    answerFetch({ [PATH]: "ios_certificate_limit" });
    await show(<CertificateForm project="demo" certificate={undefined} />);
    await fillIn();
    await press(button("Add certificate"));
    await settled(() => expect(document.querySelector("form [role=alert]")?.textContent).toMatch(/at most/));
  });
});

describe("the form of a certificate that is there", () => {
  it("keeps its files and asks for no password, until another P12 is chosen", async () => {
    const asked = answerFetch({ [`${PATH}/c-1`]: certificate });
    await show(<CertificateForm project="demo" certificate={certificate} />);
    expect(shownText()).toContain("Apple Development: Ada");
    expect(shownText()).not.toContain(PASSWORD);
    await fill(field("Title"), "Renamed");
    await press(button("Save"));
    await settled(() => expect(asked).toHaveLength(1));
    expect(asked[0]).toMatchObject({ method: "PUT", body: { title: "Renamed" } });
    expect(Object.keys(asked[0]?.body as object)).toEqual(["title"]);
    await choose("p12", new File(["p12"], "next.p12"));
    expect(field(PASSWORD).value).toBe("");
  });

  it("wants both files again where they are lost", async () => {
    const asked = answerFetch({});
    await show(<CertificateForm project="demo" certificate={{ ...certificate, are_files_lost: true }} />);
    await press(button("Save"));
    expect([noteOf(P12), noteOf(PROFILE)]).toEqual(["Fill this in.", "Fill this in."]);
    expect(asked).toEqual([]);
  });
});

it.each([
  [100, "good", "Valid"],
  [29.5, "warning", "Expires in 29 days"],
  [6.5, "warning", "Expires in 6 days"],
  [0.5, "bad", "Expires within a day"],
  [-1, "bad", "Expired"],
])("%d days before its end a certificate is %s: %s", async (days, tone, text) => {
  const expires_at = Date.now() + days * DAY_MS;
  await show(<ExpiryPill certificate={{ ...certificate, expires_at }} />);
  const pill = document.querySelector(".udt-pill");
  expect([pill?.getAttribute("data-tone"), pill?.textContent]).toEqual([tone, text]);
});

const phone = {
  device_id: "d-1",
  brand: "Apple",
  model: "iPhone 15",
  serial: "00008120-000A",
  os_version: "18.1",
  state: "idle" as const,
};
it.each([
  [{}, "The project has no iOS devices."],
  [{ device_total: 3 }, "The profile has all 3 iOS devices of the project."],
  [
    { device_total: 3, lacking_total: 1, lacking: [phone] },
    "The profile lacks 1 of the project’s iOS devices (3 in all).",
  ],
  [{ device_total: 80, lacking_total: 60, lacking: [phone] }, "and 59 more"],
])("says which of the project's devices the profile lacks: %j", async (farm, text) => {
  await show(<FarmDevices project="demo" certificate={{ ...certificate, farm: { ...certificate.farm, ...farm } }} />);
  expect(shownText()).toContain(text);
});

it.each([
  ["enterprise", "run on every one"],
  ["app_store", "cannot be installed on devices directly"],
] as const)("says of a profile for %s that it names no devices", async (kind, text) => {
  const farm = { device_total: 2, lacking_total: 2, lacking: [phone] };
  await show(<FarmDevices project="demo" certificate={{ ...certificate, kind, farm }} />);
  expect(shownText()).toContain(text);
  expect(shownText()).not.toContain(phone.serial);
});
