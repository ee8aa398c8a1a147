import type { Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { startGitHost, startUdt, type GitHost } from "@udt/testkit";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FormWords } from "./form-words.ts";
import type { PageWalk } from "./page-walk.ts";
import { openWalked } from "./walk-setup.ts";

const query = { project: "demo" };
let client: Client;
let host: GitHost;
let page: Page;
let pages: PageWalk;

beforeAll(async () => {
  host = await startGitHost();
  // The tests' git host is on this machine, which is not the public internet.
  const walked = await openWalked(() => startUdt({ phones: 0, env: { UDT_OUTBOUND_ALLOW: "127.0.0.1" } }));
  ({ client, page, pages } = walked);
  const suite = { "cart.test.mjs": `import test from "node:test"; test("adds", () => {});` };
  for (const name of ["shop", "other"]) for (const branch of ["main", "next"]) host.push(name, suite, { branch });
  const body = { name: "registry", username: "ada", password: "secret" };
  await client.call(ENDPOINTS.credentialCreate, { query, body });
  return walked.stop;
});
afterAll(() => host?.close());

/** Of how a repository is signed in to. */
const CREDENTIAL = { Credential: "registry", "Access token": "t0ken" };

describe("each control of what is made anew changes what is sent", { timeout: 300_000 }, () => {
  it("of a case library", async () => {
    const words = new FormWords(page, page.locator("main form button[type=submit]"), "/caseapi/repos?");
    const walked = await pages.walk({
      open: async () => {
        await pages.go("demo/auto/case/create", "main form");
        await page.getByLabel("Name", { exact: true }).fill("imported");
        await page.getByLabel("Repository address").fill(`${host.url}/shop.git`);
        await page.getByText("Found, with 2 branches").waitFor();
      },
      told: words.tell,
      samples: { ...CREDENTIAL, Name: "walked", "Repository address": `${host.url}/other.git` },
      skip: Object.fromEntries(
        ["GitHub", "GitLab", "Gitea, Forgejo", "Another host"].map((name) => [
          `Where it is kept: ${name}`,
          "it says how that host calls things, and sends nothing",
        ]),
      ),
    });
    expect(walked).toEqual(
      expect.arrayContaining([
        'text "Name"',
        'text "Repository address"',
        'select "Branch"',
        'check "Sync cases"',
        'link "Cancel"',
        'radio "Framework: node:test"',
        'text "Access token"',
        'select "Credential"',
      ]),
    );
    const sent = words.sent.join("\n");
    for (const each of ['"walked"', "/other.git", '"t0ken"', '"credential_id"', '"sync":false', '"branch":"main"'])
      expect(sent).toContain(each);
  });

  it("of the window that asks how to sign in", async () => {
    const words = new FormWords(page, page.locator("main form button[type=submit]"));
    const url = encodeURIComponent(`${host.url}/shop.git`);
    const walked = await pages.walk({
      open: () => pages.load(`demo/auto/case/authorize?number=1234&url=${url}`, "main form"),
      told: words.tell,
      samples: CREDENTIAL,
      skip: { Cancel: "it closes the window" },
    });
    expect(walked).toEqual(expect.arrayContaining(['text "Access token"', 'select "Credential"']));
    for (const each of ['"t0ken"', '"credential_id"']) expect(words.sent.join("\n")).toContain(each);
  });

  it("of a credential", async () => {
    const words = new FormWords(page, page.locator(".ant-modal .ant-btn-primary"));
    const walked = await pages.walk({
      open: async () => {
        await pages.go("demo/auto/case/credentials", "main tbody tr");
        await page.getByRole("button", { name: "Add a credential" }).click();
      },
      root: ".ant-modal",
      told: words.tell,
      samples: { Name: "robots", "User name": "robot", Password: "another secret" },
    });
    expect(walked).toEqual(expect.arrayContaining(['text "Name"', 'text "User name"', 'text "Password"']));
    for (const each of ['"robots"', '"robot"', '"another secret"']) expect(words.sent.at(-1)).toContain(each);
  });

  it("of an account file", async () => {
    const words = new FormWords(page, page.locator(".ant-modal .ant-btn-primary"));
    const buffer = Buffer.from("account,password\r\nada@example.com,secret\r\n");
    const walked = await pages.walk({
      open: async () => {
        await pages.go("demo/auto/job/accounts", "main");
        await page.getByRole("button", { name: "Upload accounts" }).first().click();
      },
      root: ".ant-modal",
      told: words.tell,
      files: { Accounts: { name: "testers.csv", mimeType: "text/csv", buffer } },
      samples: { Name: "Testers" },
    });
    expect(walked).toEqual(expect.arrayContaining(['text "Name"', 'button "Accounts"']));
    for (const each of ['"Testers"', "ada@example.com"]) expect(words.sent.join("\n")).toContain(each);
  });
});
