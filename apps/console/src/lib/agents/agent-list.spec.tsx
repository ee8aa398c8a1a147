// @vitest-environment happy-dom
import type { Agent } from "@udt/contract";
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, button, field, fill, press, rows, show, shownText } from "../components/rendered.fixture.tsx";
import { loadTexts } from "../i18n/index.ts";
import { pageOf } from "../runs.fixture.ts";
import { AgentList } from "./agent-list.tsx";

beforeAll(() => loadTexts("common", "errors", "refusals", "words", "agents"));

const AGENT: Agent = {
  agent_id: "a-1",
  name: "lab-3",
  instance_id: "i-1",
  hostname: "bench",
  ip: "10.0.0.7",
  addresses: ["192.168.0.4"],
  system: "Linux 6.1 x64",
  version: "0.1.0",
  upgrade_to: null,
  machine: { load: 1.25, cores: 4, memory_bytes: 8 * 1024 ** 3, memory_free_bytes: 2 * 1024 ** 3 },
  scripts: null,
  signing_tool: null,
  reads_memgraphs: false,
  online: true,
  draining: null,
  serves: "one",
  project_ids: ["demo"],
  created_at: 0,
  last_heartbeat_at: 1,
  offline_at: null,
  device_count: 1,
};
const PHONE = {
  device_id: "d-1",
  brand: "Acme",
  model: "Model One",
  serial: "S1",
  os: "android",
  os_version: "14",
  state: "idle",
  catalogue: null,
};
const LINE = { time: 1, level: "warn", text: "a cable was pulled" };
const OWN = "/v1/api/project_agents";
const ALL = "/v1/api/agents";
const may = (...privilege_list: string[]) => ({ "/v1/plat/project/demo/privilege/enforce": { privilege_list } });

/** The list of a project, or with null of the administration, and what it asks. */
async function shown(scope: string | null, agent: Partial<Agent> = {}, answers: Record<string, unknown> = {}) {
  const one = { ...AGENT, ...agent };
  const asked = answerFetch({
    [`GET ${scope === null ? ALL : OWN}`]: pageOf(one),
    [`GET ${scope === null ? ALL : OWN}/a-1/devices`]: pageOf(PHONE),
    ...answers,
  });
  await show(<AgentList scope={scope} add={null} none={{ title: "none", text: "none" }} />, "/", {
    user_role: { udt_admin: scope === null },
  });
  await vi.waitFor(() => expect(rows()).toHaveLength(1));
  return asked;
}
const names = () => [...document.querySelectorAll(".ant-drawer button, .ant-drawer a")].map((one) => one.textContent);
const opened = async () => {
  await press(button("lab-3"));
  await vi.waitFor(() => expect(shownText()).toContain("Model One"));
};

it("tells of each agent how it is", async () => {
  await shown("demo");
  for (const told of [
    "bench",
    "10.0.0.7 · Linux 6.1 x64",
    "1.25 on 4 cores",
    "2.00 GB of 8.00 GB free",
    "This project alone",
  ])
    expect(shownText()).toContain(told);
  expect(shownText()).not.toContain("older than the server");
});

it("tells what an agent did not tell, that it is drained, and that it is older than the server", async () => {
  await shown("demo", {
    machine: null,
    addresses: null,
    serves: "several",
    version: "0.0.9",
    upgrade_to: "0.1.0",
    draining: { since: 1, user_name: "Ada" },
  });
  const text = shownText();
  for (const told of ["not told", "This project and others", "older than the server: 0.1.0", "Draining", "by Ada"])
    expect(text).toContain(told);
});

it("leads to its devices, and lets a member change nothing", async () => {
  await shown("demo", {}, may());
  await opened();
  expect(document.querySelector(".agents-devices a")?.getAttribute("href")).toBe("/demo/remote/list?device_id=d-1");
  for (const word of ["Drain", "Rename", "Show its log", "Revoke"]) expect(names()).not.toContain(word);
});

it("shows all of its devices page by page, and leads administrators of the server to each", async () => {
  const asked = await shown(null, {}, { [`GET ${ALL}/a-1/devices`]: { ...pageOf(PHONE), total: 130 } });
  await opened();
  expect(document.querySelector(".agents-devices a")?.getAttribute("href")).toBe("/admin/device?device_id=d-1");
  await press(button("Next page"));
  const pages = () => asked.filter(({ path }) => path.endsWith("/devices")).map(({ query }) => query["page_num"]);
  await vi.waitFor(() => expect(pages()).toContain("2"));
});

it("lets administrators of its only project drain it, rename it and read its log", async () => {
  const asked = await shown(
    "demo",
    {},
    {
      ...may("project.owner"),
      [`PUT ${OWN}/a-1/draining`]: { ...AGENT, draining: { since: 1, user_name: "Ada" } },
      [`PUT ${OWN}/a-1/name`]: AGENT,
      [`GET ${OWN}/a-1/log`]: { lines: [LINE, { ...LINE, text: "it came back" }] },
    },
  );
  await opened();
  await vi.waitFor(() => button("Drain"));
  await press(button("Drain"));
  await vi.waitFor(() => expect(shownText()).toContain("What runs on its devices goes on to its end"));
  await press(document.querySelector<HTMLElement>(".ant-modal-confirm .ant-btn-primary")!);
  await vi.waitFor(() =>
    expect(asked).toContainEqual(
      expect.objectContaining({ path: `${OWN}/a-1/draining`, query: { project: "demo" }, body: { draining: true } }),
    ),
  );
  await press(button("Rename"));
  await fill(field("Name"), "lab-4");
  await press(button("Save"));
  await vi.waitFor(() =>
    expect(asked).toContainEqual(expect.objectContaining({ path: `${OWN}/a-1/name`, body: { name: "lab-4" } })),
  );
  await press(button("Show its log"));
  await vi.waitFor(() => expect(shownText()).toContain("a cable was pulled"));
  const lines = [...document.querySelectorAll("[role=log] > div")].map(({ textContent }) => textContent);
  expect(lines[0]).toContain("it came back");
});

it("keeps what serves others too from a project's administrators", async () => {
  await shown("demo", { serves: "all", project_ids: [] }, may("project.owner"));
  await opened();
  for (const word of ["Drain", "Rename", "Show its log"]) expect(names()).not.toContain(word);
});

it("tells administrators how an older one is brought up, and which projects keep it", async () => {
  const asked = await shown(
    null,
    { upgrade_to: "0.2.0", draining: { since: 1, user_name: "" } },
    {
      [`PUT ${ALL}/a-1`]: "agent_project_in_use",
      [`PUT ${ALL}/a-1/draining`]: AGENT,
      [`GET ${ALL}/a-1/log`]: { lines: null },
      "/v1/plat/project/list": pageOf(),
    },
  );
  await opened();
  expect(shownText()).toContain("the server is 0.2.0");
  expect(document.querySelector(".agents-upgrade code")?.textContent).toContain(
    "git pull && npm run agent -- --server",
  );
  await press(button("End draining"));
  await vi.waitFor(() =>
    expect(asked).toContainEqual(expect.objectContaining({ path: `${ALL}/a-1/draining`, body: { draining: false } })),
  );
  await press(button("Show its log"));
  await vi.waitFor(() => expect(shownText()).toContain("a version that does not tell its log"));
  await press(button("Name and projects"));
  await press(button("Save"));
  await vi.waitFor(() => expect(shownText()).toContain("cannot leave projects that use"));
  expect(asked).toContainEqual(
    expect.objectContaining({ method: "PUT", path: `${ALL}/a-1`, body: { name: "lab-3", project_ids: ["demo"] } }),
  );
});

it("asks nothing of a project where it lists the agents of all", async () => {
  const asked = await shown(null);
  expect(asked.filter(({ path }) => path.includes("/privilege/"))).toEqual([]);
});
