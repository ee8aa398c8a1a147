import type { Client } from "@udt/client";
import { ENDPOINTS, type Channel } from "@udt/contract";
import { startUdt } from "@udt/testkit";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import type { PageWalk } from "./page-walk.ts";
import { openWalked, type WalkedConsole } from "./walk-setup.ts";

const query = { project: "demo" };
const PROJECT = "demo/project/notification";
const ALERTS = "admin/alerts";
const WEBHOOK = "https://10.0.0.1/cgi-bin/webhook/send?key=0123456789abcdef";
let client: Client;
let page: Page;
let pages: PageWalk;
let press: WalkedConsole["press"];

beforeAll(async () => {
  const walked = await openWalked(() => startUdt({ phones: 0 }));
  ({ client, page, pages, press } = walked);
  return walked.stop;
});

/** Shows the editor of the only one in a list. */
const editor = (path: string) => async () => {
  await pages.reload(path, "main tbody tr");
  await page.getByRole("button", { name: /^Edit / }).click();
};
const save = () => press("Save");

const body = { name: "Team", kind: "email" as const, language: "en" as const, recipients: "anna@example.com" };
/** Whose channels there are, where they are edited, and some of what only theirs have. */
const CHANNELS: Record<
  string,
  {
    path: string;
    calls: {
      create: () => Promise<{ id: string }>;
      update: (id: string) => Promise<unknown>;
      list: () => Promise<{ list: Channel[] }>;
      remove: (id: string) => Promise<unknown>;
    };
    controls: string[];
  }
> = {
  "a project": {
    path: PROJECT,
    calls: {
      create: () => client.call(ENDPOINTS.channelCreate, { query, body }),
      update: (id) => client.call(ENDPOINTS.channelUpdate, { params: { id }, query, body }),
      list: () => client.call(ENDPOINTS.channelList, { query, body: {} }),
      remove: (id) => client.call(ENDPOINTS.channelDelete, { params: { id }, query }),
    },
    controls: [
      'radio "Send the digest by: WeCom robot"',
      'radio "When: Every day"',
      'number "Only when the case success ratio is below"',
      'text "Time"',
      'select "Time zone"',
    ],
  },
  alerts: {
    path: ALERTS,
    calls: {
      create: () => client.call(ENDPOINTS.alertChannelCreate, { body }),
      update: (id) => client.call(ENDPOINTS.alertChannelUpdate, { params: { id }, body }),
      list: () => client.call(ENDPOINTS.alertChannelList, {}),
      remove: (id) => client.call(ENDPOINTS.alertChannelDelete, { params: { id } }),
    },
    controls: ['select "Language of messages"', 'text "Comment"'],
  },
};

describe("each control of a notification changes what is kept", { timeout: 300_000 }, () => {
  it.each(Object.keys(CHANNELS))("of a channel of %s", async (whose) => {
    const { path, calls, controls } = CHANNELS[whose]!;
    const { id } = await calls.create();
    const reload = editor(path);
    const webhook = page.getByLabel("Webhook address");
    const secret = page.getByLabel("Signing secret");
    const recipients = page.getByLabel("Recipients");
    const walked = await pages.walk({
      open: async () => {
        await calls.update(id);
        await reload();
      },
      root: ".ant-drawer",
      samples: {
        Recipients: "bob@example.com",
        "Webhook address": WEBHOOK.replace("0.1", "0.2"),
        "Mention people": "lilei",
      },
      skip: { "Signing secret": "only that it has one is told; the server's tests check what it signs" },
      saved: {
        save: async () => {
          // A channel of another kind demands another address; one that is kept is not typed again.
          if (
            (await webhook.isVisible()) &&
            (await webhook.inputValue()) === "" &&
            (await webhook.getAttribute("placeholder")) === "https://"
          )
            await webhook.fill(WEBHOOK);
          if (
            (await secret.isVisible()) &&
            (await secret.inputValue()) === "" &&
            (await secret.getAttribute("placeholder")) === ""
          )
            await secret.fill("a secret of some length");
          if ((await recipients.isVisible()) && (await recipients.inputValue()) === "")
            await recipients.fill("eve@example.com");
          await save();
        },
        stored: async () => settingsOf((await calls.list()).list[0]!),
        reload,
        hides: { "Webhook address": "it is never shown again" },
      },
    });
    expect(walked).toEqual(
      expect.arrayContaining([...controls, 'radio "Kind: WeCom robot"', 'check "Mention everyone"']),
    );
    await calls.remove(id);
  });

  it("of a trigger", async () => {
    const [job] = (await client.call(ENDPOINTS.jobList, { query })).list;
    await client.call(ENDPOINTS.jobCreate, { query, body: { name: "Another", config: job!.config } });
    const channels = [];
    for (const name of ["Team", "Lab"]) {
      const body = { name, kind: "email" as const, language: "en" as const, recipients: "anna@example.com" };
      channels.push((await client.call(ENDPOINTS.channelCreate, { query, body })).id);
    }
    const body = { buss_type: "gce" as const, event: "end-test" as const, channels: [channels[0]!], job_id: null };
    const { id } = await client.call(ENDPOINTS.triggerCreate, { query, body });
    const reload = editor(`${PROJECT}?tab=triggers`);
    const walked = await pages.walk({
      open: async () => {
        await client.call(ENDPOINTS.triggerUpdate, { params: { id }, query, body });
        await reload();
      },
      root: ".ant-drawer",
      saved: {
        save: async ({ name }) => {
          if (name === "Tests: One task") {
            await page.getByRole("combobox", { name: "Task" }).click();
            await page.getByTitle("Another", { exact: true }).click();
          }
          await save();
        },
        stored: async () => {
          const [trigger] = (await client.call(ENDPOINTS.triggerList, { query })).list;
          return { event: trigger!.event, job: trigger!.job_id, channels: trigger!.channels.map(({ name }) => name) };
        },
        reload,
      },
    });
    expect(walked).toEqual(
      expect.arrayContaining([
        'radio "Event: Test started"',
        'radio "Event: Work order opened"',
        'select "Task"',
        'select "Channels"',
      ]),
    );
  });
});

describe("each control of the administrators' alerts changes something", { timeout: 300_000 }, () => {
  it.each([
    [
      "channels",
      [
        'link "What counts as wrong"',
        'link "Delivery log"',
        'search "Channel name"',
        'filter "Kind"',
        'button "Add channel"',
        'button "Send test message through Team"',
        'button "Delete Team"',
      ],
    ],
    ["deliveries", ['search "Message or channel"', 'filter "Channel"', 'filter "Result"', 'filter "About"']],
  ])("in their %s", async (tab, some) => {
    const { id } = await client.call(ENDPOINTS.alertChannelCreate, { body });
    await client.call(ENDPOINTS.alertChannelTest, { params: { id } });
    const at = `${ALERTS}?tab=${tab}`;
    await pages.load(at, "main tbody tr");
    const root = ".ntf-lead, .ntf-lead ~ *";
    expect(await pages.walk({ open: () => pages.go(at, "main tbody tr"), root })).toEqual(
      expect.arrayContaining([...some]),
    );
    await client.call(ENDPOINTS.alertChannelDelete, { params: { id } });
  });
});

/** What of a channel its editor sets; when it was changed and when it speaks next follow from that. */
const settingsOf = (channel: Channel) => ({ ...channel, updated_at: 0, next_at: 0 });
