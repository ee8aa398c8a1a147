// @vitest-environment happy-dom
import type { TrialAccount } from "@udt/contract";
import { beforeAll, expect, it } from "vitest";
import { button, field, fill, press, show, shownText } from "../../../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../../../lib/i18n/index.ts";
import { AskedAccount } from "./account-dialog.tsx";
import { useAccount } from "./use-account.ts";

beforeAll(() => loadTexts("common", "scripts"));

type Ran = [file: string, account: TrialAccount | undefined];

/** Runs a text that wants an account, and one that does not. */
async function page(): Promise<Ran[]> {
  const ran: Ran[] = [];
  const Page = () => {
    const accounts = useAccount();
    const run = (text: string) => () => accounts.withAccount(text, (account) => ran.push([text, account]));
    return (
      <>
        <button type="button" onClick={run("text: ${account.password}")}>
          signs in
        </button>
        <button type="button" onClick={run("action: key")}>
          goes home
        </button>
        <button type="button" onClick={accounts.ask}>
          change
        </button>
        <AskedAccount accounts={accounts} />
      </>
    );
  };
  await show(<Page />);
  return ran;
}

it("is asked for once, as the first file that wants one is run, and kept", async () => {
  const ran = await page();
  await press(button("goes home"));
  expect(ran).toEqual([["action: key", undefined]]);
  await press(button("signs in"));
  expect(ran).toHaveLength(1);
  await fill(field("Account"), "ada@example.com");
  await fill(field("Password"), "a long pass");
  await press(button("Run"));
  const account = { account: "ada@example.com", password: "a long pass", extra: "" };
  expect(ran.at(-1)).toEqual(["text: ${account.password}", account]);
  await press(button("goes home"));
  expect(ran.at(-1)).toEqual(["action: key", account]);
});

it("is left out by who wants none, runs nothing by being called off, and can be changed", async () => {
  const ran = await page();
  await press(button("signs in"));
  await press(button("Cancel"));
  expect(ran).toEqual([]);
  await press(button("signs in"));
  await press(button("Run"));
  expect(ran).toEqual([["text: ${account.password}", undefined]]);
  await press(button("change"));
  expect(shownText()).toContain("stored nowhere");
  await fill(field("Account"), "bob");
  await press(button("Use"));
  expect(ran).toHaveLength(1);
  await press(button("signs in"));
  expect(ran.at(-1)?.[1]?.account).toBe("bob");
});
