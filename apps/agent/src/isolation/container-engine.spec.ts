import { say } from "@udt/base";
import { expect, it } from "vitest";
import { podmanInfo, standInEngines } from "../../test/stand-in-engine.ts";
import { findEngine } from "./container-engine.ts";

const DOCKER = {
  ServerVersion: "28.2.2",
  OSType: "linux",
  DockerRootDir: "/var/lib/docker",
  SecurityOptions: ["name=seccomp,profile=builtin", "name=cgroupns"],
};
const NO_DAEMON = "Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?";

it("takes podman before docker, and docker where podman cannot be used", async () => {
  const engines = await standInEngines();
  await engines.install("docker", DOCKER);
  await engines.install("podman", podmanInfo("4.3.1"));
  expect(await findEngine()).toMatchObject({
    engine: { name: "podman", version: "4.3.1", storage: "/var/lib/containers/storage" },
    faulty: [],
    reason: null,
  });
  await engines.install("podman", podmanInfo("4.3.1", { rootless: true }));
  expect(await findEngine()).toMatchObject({
    engine: { name: "docker", version: "28.2.2", storage: "/var/lib/docker" },
    faulty: [{ name: "podman", fault: "rootless" }],
  });
});

it("tells an engine that is not there from one that cannot be used", async () => {
  const engines = await standInEngines();
  const nothing = { engine: null, faulty: [], reason: say("engine_none_installed") };
  expect(await findEngine()).toEqual(nothing);
  await engines.install("docker", { ...DOCKER, SecurityOptions: ["name=rootless"] });
  expect(await findEngine()).toMatchObject({
    faulty: [{ name: "docker", fault: "rootless" }],
    reason: say("engine_rootless", { engine: "docker" }),
  });
  await engines.remove("docker");
  expect(await findEngine()).toEqual(nothing);
});

it.each([
  ["podman", "remote", podmanInfo("5.0.0", { serviceIsRemote: true })],
  ["docker", "mapped_users", { ...DOCKER, SecurityOptions: ["name=userns", "name=seccomp"] }],
  ["docker", "not_linux", { ...DOCKER, OSType: "windows" }],
  ["docker", "silent", { ServerErrors: [NO_DAEMON], ClientInfo: { Version: "19.03.8" } }],
  ["podman", "silent", { host: {} }],
] as const)("refuses %s that is %s", async (name, fault, info) => {
  const engines = await standInEngines();
  await engines.install(name, info);
  expect(await findEngine()).toMatchObject({ engine: null, faulty: [{ name, fault }] });
});

it("hands on what an engine says that fails", async () => {
  const engines = await standInEngines();
  await engines.install("docker", { ...DOCKER, OSType: "" }, { exit_code: 1, stderr: `errors:\n${NO_DAEMON}` });
  const reason = say("engine_silent", { engine: "docker" }, `errors:\n${NO_DAEMON}`);
  expect(await findEngine()).toEqual({
    engine: null,
    faulty: [{ name: "docker", fault: "silent", reason }],
    reason,
  });
});
