/** The units that come with UDT: they name what there is, keep what they keep to themselves, and leave agents their isolation. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const FOLDER = join(ROOT, "examples/systemd");
const CLONE = "/opt/udt";
const UNITS = readdirSync(FOLDER).filter((name) => name.endsWith(".service"));
const canVerify = spawnSync("systemd-analyze", ["--version"], { stdio: "ignore" }).status === 0;
if (!canVerify) console.warn("SKIPPED: systemd's own look at the units, because there is no systemd-analyze");

/** Each line of `KEY=value`, in order; a key may come again. */
const linesOf = (file: string): [string, string][] =>
  readFileSync(join(FOLDER, file), "utf8")
    .split("\n")
    .filter((line) => /^[A-Za-z_]+=/.test(line))
    .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]);
const valuesOf = (unit: string, key: string) => linesOf(unit).flatMap(([name, value]) => (name === key ? [value] : []));

describe.each(UNITS)("%s", (unit) => {
  const role = unit.slice("udt-".length, -".service".length);
  const folder = role === "server" ? "udt" : `udt-${role}`;

  it("starts a role that there is, as a user of its own, on a folder of its own", () => {
    const [node, main, command] = valuesOf(unit, "ExecStart")[0]!.split(" ");
    expect(existsSync(node!.replace(CLONE, ROOT))).toBe(true);
    expect(existsSync(main!.replace(CLONE, ROOT))).toBe(true);
    expect(command).toBe(role);
    expect(readFileSync(main!.replace(CLONE, ROOT), "utf8")).toContain(`case "${command}":`);
    expect(valuesOf(unit, "User")).toEqual([folder]);
    expect(valuesOf(unit, "StateDirectory")).toEqual([folder]);
    expect(valuesOf(unit, "Environment")).toEqual([`UDT_DATA_DIR=/var/lib/${folder}`]);
    expect(valuesOf(unit, "UMask")).toEqual(["0077"]);
    expect(valuesOf(unit, "StateDirectoryMode")).toEqual(["0700"]);
    expect(valuesOf(unit, "Restart")).toEqual(["on-failure"]);
    for (const page of valuesOf(unit, "Documentation"))
      expect(existsSync(page.replace(`file:${CLONE}`, ROOT))).toBe(true);
  });

  it("reads settings that the operations guide has", () => {
    const file = valuesOf(unit, "EnvironmentFile")[0]!.replace("/etc/udt/", "");
    const text = readFileSync(join(FOLDER, file), "utf8");
    const named = [...text.matchAll(/^#?(UDT_[A-Z_]+)=/gm)].map(([, name]) => name!);
    expect(named.length).toBeGreaterThan(2);
    const guide = readFileSync(join(ROOT, "docs/operations.md"), "utf8");
    for (const name of named) expect(guide).toMatch(new RegExp(`^\\|[^|]*\`${name}\``, "m"));
  });

  it.runIf(canVerify)("is one that systemd has nothing to say of", () => {
    const place = mkdtempSync(join(tmpdir(), "udt-units-"));
    try {
      const file = join(place, unit);
      writeFileSync(file, readFileSync(join(FOLDER, unit), "utf8").replaceAll(`${CLONE}/`, `${ROOT}/`));
      const done = spawnSync("systemd-analyze", ["verify", "--man=no", "--recursive-errors=no", file], {
        encoding: "utf8",
      });
      expect(done.stderr.split("\n").filter((line) => line.includes(unit))).toEqual([]);
      expect(done.status).toBe(0);
    } finally {
      rmSync(place, { recursive: true });
    }
  });
});

it("leaves agents the namespaces in which they isolate scripts", () => {
  const set = new Set(linesOf("udt-agent.service").map(([name]) => name));
  const closing = [
    "RestrictNamespaces",
    "SystemCallFilter",
    "ProtectKernelTunables",
    "ProtectKernelLogs",
    "ProtectProc",
  ];
  for (const name of [...closing, "ProtectControlGroups", "ProtectKernelModules", "ProcSubset", "PrivateUsers"])
    expect(set).not.toContain(name);
});
