import type { Client } from "@udt/client";
import { ENDPOINTS, SWITCHABLE_PRIVILEGES } from "@udt/contract";
import { startGitHost, startUdt, type GitHost } from "@udt/testkit";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PageWalk } from "./page-walk.ts";
import { PNG } from "./sample-files.ts";
import { openWalked, type WalkedConsole } from "./walk-setup.ts";

const query = { project: "demo" };
let client: Client;
let host: GitHost;
let page: Page;
let pages: PageWalk;
let press: WalkedConsole["press"];

beforeAll(async () => {
  host = await startGitHost();
  const walked = await openWalked(async () => {
    // The tests' git host is on this machine, which is not the public internet.
    const started = await startUdt({ phones: 0, env: { UDT_OUTBOUND_ALLOW: "127.0.0.1" } });
    await started.restart("agent");
    return started;
  });
  ({ client, page, pages, press } = walked);
  return walked.stop;
});
afterAll(() => host?.close());

describe("each control of a form changes what is kept", { timeout: 300_000 }, () => {
  it("of a project's settings", async () => {
    const project = { params: { project_id: "demo" }, query };
    const { name, description, visibility, target_usage } = await client.call(ENDPOINTS.projectGet, project);
    const reload = () => pages.reload("demo/project/edit", "form.projects-panel");
    const walked = await pages.walk({
      open: async () => {
        await client.call(ENDPOINTS.projectUpdate, {
          ...project,
          body: { name, description, visibility, target_usage },
        });
        await reload();
      },
      files: { "Change icon…": PNG },
      saved: {
        save: async (changed) => (changed.name === "Change icon…" ? undefined : press("Save")),
        stored: async () => {
          const now = await client.call(ENDPOINTS.projectGet, project);
          return [now.name, now.description, now.visibility, now.target_usage, now.icon];
        },
        reload,
      },
    });
    expect(walked).toEqual(
      expect.arrayContaining(['button "Change icon…"', 'text "Description"', 'radio "Visibility: Secret"']),
    );
    await page.locator(".projects-icon img").waitFor();
  });

  it("of members' privileges", async () => {
    const project = { params: { project_id: "demo" }, query };
    const stored = async () => (await client.call(ENDPOINTS.privilegeList, project)).privilege_list;
    const privilege_list = (await stored()).filter(({ enabled }) => enabled).map(({ privilege }) => privilege);
    const reload = () => pages.reload("demo/project/privilege", "main [role=switch]");
    const walked = await pages.walk({
      open: async () => {
        await client.call(ENDPOINTS.privilegeSet, { ...project, body: { privilege_list } });
        await reload();
      },
      saved: { save: () => press("Save"), stored, reload },
    });
    expect(walked.filter((each) => each.startsWith("check"))).toHaveLength(SWITCHABLE_PRIVILEGES.length);
  });

  it("of a case library's settings", async () => {
    const suite = { "cart.test.mjs": `import test from "node:test"; test("adds", () => {});` };
    for (const name of ["shop", "other"]) for (const branch of ["main", "next"]) host.push(name, suite, { branch });
    const credential = { name: "registry", username: "ada", password: "secret" };
    await client.call(ENDPOINTS.credentialCreate, { query, body: credential });
    const body = {
      name: "shop tests",
      framework: "node_test" as const,
      url: `${host.url}/shop.git`,
      branch: "main",
      sync: false,
      auth: { kind: "none" as const },
    };
    const { library_id } = await client.call(ENDPOINTS.libraryCreate, { query, body });
    const library = { params: { library_id }, query };
    const reload = () => pages.reload(`demo/auto/case/${library_id}/settings`, "main form button[type=submit]");
    const walked = await pages.walk({
      open: async () => {
        await client.call(ENDPOINTS.libraryUpdate, { ...library, body });
        await reload();
      },
      root: "main form",
      samples: { "Repository address": `${host.url}/other.git` },
      skip: {
        "Access token": "it is never told; it is typed in with its choice",
        "Authorization: As it is": "it leaves all as it is",
        Credential: "it is chosen with its choice, and kept with it",
      },
      saved: {
        save: async ({ name }) => {
          if (name === "Authorization: Access token")
            await page.getByLabel("Access token", { exact: true }).last().fill("t0ken");
          if (name === "Authorization: Credential") {
            await page.getByRole("combobox", { name: "Credential" }).click();
            await page.getByTitle("registry (ada)").click();
          }
          await press("Save");
        },
        stored: async () => {
          const { name, framework, url, branch, sync, auth_kind, credential_id } = await client.call(
            ENDPOINTS.libraryGet,
            library,
          );
          return { name, framework, url, branch, sync, auth_kind, credential_id };
        },
        reload,
        hides: {
          "Authorization: Access token": "what is kept is shown as kept",
          "Authorization: Credential": "what is kept is shown as kept",
        },
      },
    });
    expect(walked).toEqual(expect.arrayContaining(['text "Name"', 'select "Branch"']));
  });

  it("of a credential", async () => {
    const body = { name: "robot", username: "ada", password: "secret" };
    const { credential_id } = await client.call(ENDPOINTS.credentialCreate, { query, body });
    const reload = async () => {
      await pages.reload("demo/auto/case/credentials?keyword=robot", "main tbody tr");
      await page.getByRole("button", { name: /^Change / }).click();
    };
    await pages.walk({
      open: async () => {
        await client.call(ENDPOINTS.credentialUpdate, { params: { credential_id }, query, body });
        await reload();
      },
      root: ".ant-modal",
      skip: { Password: "it is never told; the libraries' journey signs in by one" },
      saved: {
        save: async ({ name }) => {
          if (name === "User name") await page.locator(".ant-modal input[name=password]").fill("another secret");
          await press("Save");
        },
        stored: async () => {
          const { list } = await client.call(ENDPOINTS.credentialList, { query });
          return list.map(({ name, username }) => ({ name, username }));
        },
        reload,
      },
    });
  });

  it("of an account file", async () => {
    const content = "account,password,extra\r\nada@example.com,secret,\r\n";
    const body = { name: "Testers", content };
    const { account_file_id } = await client.call(ENDPOINTS.accountFileCreate, { query, body });
    const file = { params: { account_file_id }, query };
    const reload = async () => {
      await pages.reload("demo/auto/job/accounts", "main tbody tr");
      await page.getByRole("button", { name: /^Change / }).click();
    };
    const buffer = Buffer.from(`${content}grace@example.com,secret,\r\n`);
    const walked = await pages.walk({
      open: async () => {
        await client.call(ENDPOINTS.accountFileUpdate, { ...file, body });
        await reload();
      },
      root: ".ant-modal",
      files: { Accounts: { name: "more.csv", mimeType: "text/csv", buffer } },
      saved: {
        save: () => press("Save"),
        stored: async () => {
          const { name, account_count } = await client.call(ENDPOINTS.accountFileGet, file);
          return { name, account_count };
        },
        reload,
      },
    });
    expect(walked).toEqual(expect.arrayContaining(['text "Name"', 'button "Accounts"']));
  });
});
