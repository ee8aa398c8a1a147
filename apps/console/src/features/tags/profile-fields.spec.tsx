// @vitest-environment happy-dom
import { PROFILE_SETTINGS, type DeviceProfile, type TagWish } from "@udt/contract";
import { act, useEffect, useState } from "react";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { button, field, fill, noteOf, press, show } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { profileInWords } from "../../lib/device-profile/index.ts";
import { useRuleText } from "../../lib/rules/index.ts";
import { ProfileFields } from "./profile-fields.tsx";
import { profileFaultsOf } from "./use-tag-editor.ts";

/** What was last held. */
const held: { profile: DeviceProfile } = { profile: {} };

/** The fields alone, as the editor holds them. */
function Held({ profile }: { profile: DeviceProfile }) {
  const [draft, setDraft] = useState({ profile } as TagWish);
  const faults = profileFaultsOf(draft.profile, useRuleText().check);
  useEffect(() => void (held.profile = draft.profile), [draft]);
  return (
    <ProfileFields draft={draft} faults={faults} change={(part) => setDraft((before) => ({ ...before, ...part }))} />
  );
}
const saved = () => JSON.parse(JSON.stringify(held.profile)) as DeviceProfile;
const opener = () => button("Device profile");

beforeAll(() => loadTexts("tags", "device-profile", "rules", "common"));
beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn<() => void>();
});

it("leaves every setting as it is until somebody chooses one", async () => {
  await show(<Held profile={{}} />);
  expect(document.querySelector(".tags-profile")).toBeNull();
  await press(opener());
  expect([...document.querySelectorAll("[data-setting]")].map((one) => one.getAttribute("data-setting"))).toEqual([
    ...PROFILE_SETTINGS,
  ]);
  expect(saved()).toEqual({});
});

it("says at each field what is wrong with it, and takes what is right", async () => {
  await show(<Held profile={{ dark_mode: true }} />);
  await fill(field("Font scale"), "3");
  expect(noteOf("Font scale")).toBe("Enter 0.7 to 2.");
  await fill(field("Font scale"), "1.3");
  await fill(field("Density (dpi)"), "7");
  expect(noteOf("Density (dpi)")).toBe("Enter whole dots per inch from 72 to 1000.");
  await fill(field("Density (dpi)"), "280");
  await fill(field("HTTP proxy"), "http://proxy/");
  expect(noteOf("HTTP proxy")).toContain("Enter a host and a port");
  await fill(field("HTTP proxy"), "none");
  await fill(field("Language and region"), "japanese");
  expect(noteOf("Language and region")).toContain("such as ja-JP");
  await fill(field("Language and region"), "ja-JP");
  expect(saved()).toEqual({ dark_mode: true, font_scale: 1.3, density: 280, proxy: "none", locale: "ja-JP" });
});

it("wants both degrees of a place, and neither is none", async () => {
  await show(<Held profile={{ dark_mode: true }} />);
  await fill(field("Latitude"), "35.6");
  expect(noteOf("Latitude")).toContain("a longitude from -180 to 180");
  await fill(field("Longitude"), "139.7");
  expect(saved().location).toEqual({ latitude: 35.6, longitude: 139.7 });
  await fill(field("Latitude"), "");
  await fill(field("Longitude"), "");
  expect(saved().location).toBeUndefined();
});

it("has permissions row by row, and none is none", async () => {
  await show(<Held profile={{ dark_mode: true }} />);
  await press(button("Add a permission"));
  const input = (label: string) => document.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`)!;
  expect(input("Package 1").getAttribute("aria-invalid")).toBe("true");
  await fill(input("Package 1"), "org.example.app");
  await fill(input("Permission 1"), "android.permission.CAMERA");
  expect(input("Package 1").getAttribute("aria-invalid")).toBe("false");
  expect(saved().permissions).toEqual([{ package_name: "org.example.app", permission: "android.permission.CAMERA" }]);
  await press(button("Remove permission 1"));
  expect(saved()).toEqual({ dark_mode: true });
});

it("says nothing any more once it is switched off", async () => {
  await show(<Held profile={{ density: 280, proxy: "none" }} />);
  await press(opener());
  expect(saved()).toEqual({});
  expect(document.querySelector(".tags-profile")).toBeNull();
});

it("is told in words, a line each", async () => {
  await act(() => loadTexts("device-profile"));
  const permissions = ["CAMERA", "RECORD_AUDIO"].map((name) => ({
    package_name: "org.example.app",
    permission: `android.permission.${name}`,
  }));
  expect(
    profileInWords({
      proxy: "none",
      permissions,
      rotation: "90",
      animations: false,
      location: { latitude: -33.8568, longitude: 151.2153 },
      density: 280,
    }),
  ).toEqual([
    "Density (dpi): 280",
    "Rotation: Turned left (90°)",
    "Animations: Off",
    "Permissions of apps: org.example.app: android.permission.CAMERA",
    "Permissions of apps: org.example.app: android.permission.RECORD_AUDIO",
    "Test location: -33.8568, 151.2153",
    "HTTP proxy: No proxy",
  ]);
});
