import { expect, test } from "vitest";
import { readAgentSettings } from "./settings.ts";

const needed = { UDT_SERVER_URL: "https://udt.example/base/", UDT_AGENT_TOKEN: "t" };

test("what is not set has a default", () => {
  expect(readAgentSettings(needed)).toEqual({
    ok: true,
    value: {
      server_url: "https://udt.example/base",
      token: "t",
      data_dir: ".udt",
      adb_server: { host: "127.0.0.1", port: 5037 },
      direct: [],
      recording_spool_bytes: 536_870_912,
      install_hosts: [],
      self_check_address: null,
    },
  });
});

test("everything can be set", () => {
  const settings = readAgentSettings({
    ...needed,
    UDT_DATA_DIR: "/var/lib/udt",
    UDT_ADB_SERVER: "none",
    UDT_PHONE_ADDRESSES: "127.0.0.1:7555, [::1]:7556",
    UDT_RECORDING_SPOOL_BYTES: "1000000",
    UDT_INSTALL_HOSTS: "Files.example, mirror.example:8443",
    UDT_SELF_CHECK_ADDRESS: "time.example",
    UDT_SCRCPY_SERVER: "/opt/scrcpy-server",
  });
  expect(settings).toMatchObject({
    ok: true,
    value: {
      data_dir: "/var/lib/udt",
      adb_server: null,
      direct: [
        { host: "127.0.0.1", port: 7555 },
        { host: "::1", port: 7556 },
      ],
      recording_spool_bytes: 1_000_000,
      install_hosts: ["files.example:443", "mirror.example:8443"],
      self_check_address: "time.example",
      scrcpy_server_path: "/opt/scrcpy-server",
    },
  });
});

test.each([
  [{ UDT_SERVER_URL: "" }, "UDT_SERVER_URL"],
  [{ UDT_SERVER_URL: "ftp://x" }, "UDT_SERVER_URL"],
  [{ UDT_AGENT_TOKEN: "" }, "UDT_AGENT_TOKEN"],
  [{ UDT_ADB_SERVER: "localhost" }, "UDT_ADB_SERVER"],
  [{ UDT_ADB_SERVER: "localhost:99999" }, "UDT_ADB_SERVER"],
  [{ UDT_PHONE_ADDRESSES: "127.0.0.1:1,oops" }, "UDT_PHONE_ADDRESSES"],
  [{ UDT_INSTALL_HOSTS: "https://files.example" }, "UDT_INSTALL_HOSTS"],
  [{ UDT_SELF_CHECK_ADDRESS: "-c 100" }, "UDT_SELF_CHECK_ADDRESS"],
  [{ UDT_RECORDING_SPOOL_BYTES: "1 GB" }, "UDT_RECORDING_SPOOL_BYTES"],
])("%j is refused with a sentence that names it", (wrong, name) => {
  const settings = readAgentSettings({ ...needed, ...wrong });
  expect(settings).toMatchObject({ ok: false, error: expect.stringMatching(new RegExp(`^${name} must .*\\.$`)) });
});
