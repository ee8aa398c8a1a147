/** The debug page's Script view, where what is done at the phone becomes steps. */
import type { Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { until } from "@udt/testkit";
import type { Locator } from "playwright-core";
import type { DebugPage } from "./console-pages.ts";

interface DeviceOf {
  test_id: string;
  device_id: string;
}

/** The middle of an element by its id, once it shows, in the video's pixels. */
export async function placeOnScreen(
  client: Client,
  debug: DebugPage,
  params: DeviceOf,
  resource_id: string,
): Promise<readonly [number, number]> {
  const size = await debug.size();
  return until(`${resource_id} on the screen`, async () => {
    const call = { params, query: { project: "demo" }, body: { is_automatic: true } };
    const { list, width, height } = await client.call(ENDPOINTS.elementTree, call);
    const found = list.find((one) => one.resource_id.endsWith(`/${resource_id}`));
    if (!found) return undefined;
    const { left, top, right, bottom } = found.bounds;
    return [(((left + right) / 2) * size.width) / width, (((top + bottom) / 2) * size.height) / height] as const;
  });
}

export class ScriptRecording {
  readonly #client: Client;
  readonly #debug: DebugPage;

  constructor(client: Client, debug: DebugPage) {
    this.#client = client;
    this.#debug = debug;
  }

  get #page() {
    return this.#debug.page;
  }

  view = (name: "Elements" | "Script"): Promise<void> =>
    this.#page.locator(".dbg-inspect-views .ant-segmented-item", { hasText: name }).click();

  button = (name: string): Locator => this.#page.locator(".dbg-script").getByRole("button", { name, exact: true });

  steps = (): Locator => this.#page.locator(".dbg-script-steps > li");

  kinds = (): Promise<(string | null)[]> =>
    this.steps().evaluateAll((all) => all.map((one) => one.getAttribute("data-step")));

  /** Chooses what a step types: what was typed, or what the run's account says. */
  async types(number: number, label: string): Promise<void> {
    await this.#page.getByRole("combobox", { name: `What step ${number} types`, exact: true }).click();
    await this.#page.locator(".ant-select-item-option:visible", { hasText: label }).click();
  }

  /** Touches an element and waits until the script has it. */
  async touch(resource_id: string): Promise<void> {
    const before = await this.steps().count();
    await this.#debug.tap(...(await this.#placeOf(resource_id)));
    await this.steps().nth(before).waitFor();
  }

  /** Chooses an element among those that were read. */
  async #choose(resource_id: string): Promise<void> {
    await this.view("Elements");
    await this.#page.locator(".dbg-inspect-status").getByText("Up to date").waitFor();
    await this.#debug.tap(...(await this.#placeOf(resource_id)));
    await this.#page.locator(".dbg-inspect-facts").getByText(resource_id, { exact: false }).first().waitFor();
  }

  /** Has the script look whether this element says what it says now. */
  async check(resource_id: string): Promise<void> {
    await this.#choose(resource_id);
    await this.#page.getByRole("button", { name: /^Add to the script: it says “.+”$/ }).click();
    await this.view("Script");
  }

  /** Has the script look whether this element looks as it does now. */
  async look(resource_id: string): Promise<void> {
    const before = await this.steps().count();
    await this.#choose(resource_id);
    await this.#page.getByRole("button", { name: "Add to the script: it looks like this", exact: true }).click();
    await this.#page.getByText("The script checks now that this shows.").waitFor();
    await this.view("Script");
    await this.steps().nth(before).locator("img").waitFor();
  }

  #placeOf(resource_id: string): Promise<readonly [number, number]> {
    const device_id = new URL(this.#page.url()).searchParams.get("device_id") ?? "";
    return placeOnScreen(this.#client, this.#debug, { test_id: this.#debug.test_id, device_id }, resource_id);
  }
}
