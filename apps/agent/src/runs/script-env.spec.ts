import { SCRIPT_VARIABLES, type RunSpec } from "@udt/contract";
import type { AdbCapability } from "@udt/driver";
import { expect, it } from "vitest";
import { adbEndpoint } from "../drivers/android/adb-endpoint.ts";
import { picturesEndpoint } from "../script-pictures/script-pictures.ts";
import { scriptEnv } from "./script-env.ts";

it("has all that scripts are told of, and nothing else, but for the file that their process is given besides", () => {
  const { env } = adbEndpoint("serial", {} as AdbCapability);
  const pictures = picturesEndpoint({ capture: () => Promise.reject(new Error("none is asked for")) });
  const spec = { app: null, account: null, device_seq: 0, config: { accounts: { kind: "none" }, parameters: "" } };
  const facts = { endpoints: { ...env(1), ...pictures.env(2) }, app_entry: "", results: "/results", attempt: 1 };
  const names = [...Object.keys(scriptEnv(spec as unknown as RunSpec, facts)), "UDT_STEPS_FILE"];
  expect(names.toSorted()).toEqual(SCRIPT_VARIABLES.toSorted());
});
