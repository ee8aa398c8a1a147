import type { Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { startUdt } from "@udt/testkit";
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { FormWords } from "./form-words.ts";
import type { PageWalk } from "./page-walk.ts";
import { openWalked } from "./walk-setup.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const PEOPLE = { Ben: "approved", Cleo: "approving", Dora: "disabled" } as const;
let page: Page;
let pages: PageWalk;
let modal: Locator;
/** An organisation with one below it and one beside it. */
let lab: string;

beforeAll(async () => {
  const walked = await openWalked(() => startUdt({ phones: 0 }));
  ({ page, pages } = walked);
  modal = page.locator(".ant-modal");
  await makePeople(walked.client);
  await walked.client.call(ENDPOINTS.adminAddressAllow, { body: { address: "10.1.2.0/24" } });
  return walked.stop;
});

async function makePeople(client: Client): Promise<void> {
  const ids: string[] = [];
  for (const [user_name, state] of Object.entries(PEOPLE)) {
    const email = `${user_name}@example.com`;
    await client.call(ENDPOINTS.userSignup, { body: { user_name, email, password: "a long pass 2" } });
    const { list } = await client.call(ENDPOINTS.adminUserList, { query: { keyword: email } });
    const params = { user_id: list[0]!.user_id };
    ids.push(params.user_id);
    if (state === "approving") continue;
    const expires_at = Date.now() + 60 * DAY_MS;
    await client.call(ENDPOINTS.adminUserUpdate, { params, body: { state: "approved", expires_at } });
    if (state !== "approved") await client.call(ENDPOINTS.adminUserUpdate, { params, body: { state } });
  }
  const make = async (name: string, parent_id: string | null) =>
    (await client.call(ENDPOINTS.adminOrgCreate, { body: { name, parent_id } })).org_id;
  lab = await make("Lab", null);
  await make("Cameras", lab);
  await make("Office", null);
  await client.call(ENDPOINTS.adminOrgUserAdd, { params: { org_id: lab }, body: { user_id_list: [ids[0]!] } });
}

/** Each tab, what shows that it is there, where its controls are, and some of them. */
const LISTS: readonly [string, string, string, readonly string[]][] = [
  [
    "users?state=approved",
    "main tbody tr",
    "main",
    ['search "Nickname or email"', 'link "Audit log"', 'button "# waiting"', 'button "More actions: Ben: Set expiry…"'],
  ],
  ["users?state=approving", "main tbody tr", "main tbody", ['button "Reject"', 'button "Approve"']],
  ["users?state=disabled", "main tbody tr", "main tbody", ['button "Enable"']],
  [
    "projects",
    "main tbody tr",
    ".udt-toolbar, .udt-card",
    [
      'search "Project or id"',
      'filter "Visibility"',
      'filter "Order"',
      'button "Without owner"',
      'link "Demo"',
      'button "More actions: Demo: Members"',
    ],
  ],
  ["agents", "main tbody tr", ".udt-toolbar, .udt-card", ['button "New agent"', 'button "Revoke: local"']],
  ["audit", "main tbody tr", ".udt-toolbar, .udt-card", ['filter "Action"']],
];

describe("each control of the administration changes something", { timeout: 300_000 }, () => {
  it.each(LISTS)("in %s", async (path, there, root, some) => {
    await pages.load(`admin/${path}`, there);
    const walked = await pages.walk({ open: () => pages.go(`admin/${path}`, there), root });
    expect(walked).toEqual(expect.arrayContaining([...some]));
  });

  it("of private addresses", async () => {
    await pages.load("admin/addresses", "main tbody tr");
    const walked = await pages.walk({
      open: () => pages.go("admin/addresses", "main tbody tr"),
      root: ".udt-card",
      samples: { "Host, address or range": "10.0.0.0/99" },
    });
    expect(walked).toEqual(['text "Host, address or range"', 'button "Allow"', 'button "Take back: #.#.#.#/#"']);
  });

  it("of an organisation", async () => {
    const open = () => pages.go(`admin/orgs?org_id=${lab}`, ".admin-org-panel tbody tr");
    const walked = await pages.walk({ open, root: ".udt-toolbar, .admin-orgs" });
    expect(walked).toEqual(
      expect.arrayContaining([
        'search "Name of an organisation"',
        'button "New organisation"',
        'button "Show what is below Lab"',
        'button "More actions: Lab: Rename"',
        'button "Take out Ben"',
      ]),
    );
  });

  it("of an agent's drawer", async () => {
    const walked = await pages.walk({
      open: async () => {
        await pages.go("admin/agents", "main tbody tr");
        await page.getByRole("button", { name: "local", exact: true }).click();
        await page.locator(".ant-drawer dl").first().waitFor();
      },
      root: ".ant-drawer",
    });
    expect(walked).toEqual(expect.arrayContaining(['button "Drain"', 'button "Name and projects"', 'button "Copy"']));
  });

  it("of an entry of the audit log", async () => {
    const open = async () => {
      await pages.go("admin/audit", "main tbody tr");
      await page.getByRole("button", { name: "Signed in" }).first().click();
      await page.locator(".ant-drawer dl").first().waitFor();
    };
    expect(await pages.walk({ open, root: ".ant-drawer" })).toEqual(['button "Close"', 'button "Copy"']);
  });
});

const press = (name: string | RegExp) => page.getByRole("button", { name }).first().click();
const item = async (of: string, name: string) => {
  await press(`More actions: ${of}`);
  await page.getByRole("menuitem", { name }).click();
};
const org = () => `orgs?org_id=${lab}`;
interface Dialog {
  at: () => string;
  ask: () => Promise<void>;
  samples?: Record<string, string>;
  /** Its fields, each of which shows in what would be sent. */
  fields: string[];
  sends: string;
}
const DIALOGS: Record<string, Dialog> = {
  "a user's end": {
    at: () => "users?keyword=Ben",
    ask: () => item("Ben", "Set expiry"),
    samples: { "Until the end of": "2031-05-05" },
    fields: ['text "Until the end of"', 'button "# days"', 'button "Remove the expiry"'],
    sends: '{"expires_at":19',
  },
  "a project's owners": {
    at: () => "projects",
    ask: () => item("Demo", "Assign an owner"),
    samples: { People: "Ben" },
    fields: ['select "People"'],
    sends: "user_id_list",
  },
  "a project's end": {
    at: () => "projects",
    ask: () => item("Demo", "Delete"),
    samples: { "Type demo to confirm": "demo" },
    fields: ['text "Type demo to confirm"'],
    sends: "DELETE",
  },
  "a new agent": {
    at: () => "agents",
    ask: () => press("New agent"),
    fields: ['text "Name"', 'select "Projects"'],
    sends: '"project_ids":["demo"]',
  },
  "an agent's name and projects": {
    at: () => "agents",
    ask: async () => {
      await page.getByRole("button", { name: "local", exact: true }).click();
      await press("Name and projects");
    },
    fields: ['text "Name"', 'select "Projects"'],
    sends: '"name":"local',
  },
  "a new organisation": {
    at: org,
    ask: () => press("New organisation"),
    fields: ['text "Name"'],
    sends: '"name":"x","parent_id":null',
  },
  "one below another": {
    at: org,
    ask: () => press("New below"),
    fields: ['text "Name"'],
    sends: '"name":"x","parent_id":"',
  },
  "an organisation's name": {
    at: org,
    ask: () => item("Lab", "Rename"),
    fields: ['text "Name"'],
    sends: '{"name":"Labx"}',
  },
  "an organisation's place": {
    at: org,
    ask: () => item("Lab", "Move"),
    fields: ['radio "Move Lab: Office"'],
    sends: '{"parent_id":"',
  },
  "an organisation's end": {
    at: org,
    ask: () => item("Lab", "Delete"),
    samples: { "Type Lab to confirm": "Lab" },
    fields: ['text "Type Lab to confirm"'],
    sends: "DELETE",
  },
  "an organisation's people": {
    at: org,
    ask: () => press("Add people"),
    samples: { People: "Ben" },
    fields: ['select "People"'],
    sends: "user_id_list",
  },
};

describe("each control of the administration's dialogs changes something", { timeout: 300_000 }, () => {
  it.each(Object.keys(DIALOGS))("about %s", async (name) => {
    const { at, ask, samples, fields, sends } = DIALOGS[name]!;
    const words = new FormWords(page, modal.locator(".ant-btn-primary"));
    const walked = await pages.walk({
      open: async () => {
        await pages.go(`admin/${at()}`, "main tbody tr");
        await ask();
        await modal.locator("input").first().waitFor();
      },
      root: ".ant-modal",
      told: words.tell,
      // A day that is chosen is a value alone.
      seen: () =>
        modal.locator("input").evaluateAll((fields: HTMLInputElement[]) => fields.map(({ value }) => value).join()),
      ...(samples && { samples }),
    });
    expect(walked).toEqual(expect.arrayContaining([...fields, 'button "Close"']));
    expect(words.sent.join("\n")).toContain(sends);
  });
});
