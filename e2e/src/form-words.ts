import { until } from "@udt/testkit";
import type { Locator, Page } from "playwright-core";

declare global {
  /** What the page would have sent. */
  var heldBack: string[] | undefined;
}

/**
 * What a form that is sent once says of what it holds: what it would send, which is kept from the server, or else what it
 * demands. What every field brings shows in it.
 */
export class FormWords {
  /** What it would have sent, each time that it was asked. */
  readonly sent: string[] = [];
  readonly #page: Page;
  readonly #submit: Locator;

  readonly #address: string;

  /** @param address what is in the address of what it sends, where the page asks by itself in the same way */
  constructor(page: Page, submit: Locator, address = "") {
    this.#page = page;
    this.#submit = submit;
    this.#address = address;
  }

  tell = async (): Promise<string> => {
    if (await this.#submit.isDisabled()) return "it cannot be sent";
    await this.#page.evaluate(holdBack, this.#address);
    try {
      await this.#submit.click();
      return await until("what the form sends or demands", async () => {
        const demands = await this.#demands();
        // That it could not be sent may be said at a field.
        const sent = await this.#page.evaluate(() => globalThis.heldBack?.join("; ") || undefined);
        if (sent !== undefined) this.sent.push(sent);
        // Fields are drawn as wrong some time after the button was pressed.
        return sent ?? (demands.length > 0 ? `it demands ${demands.join("; ")}` : undefined);
      });
    } finally {
      await this.#page.evaluate(() => dispatchEvent(new Event("letgo")));
      // It can be sent again once it knows that it was not.
      await this.#submit.and(this.#page.locator(".ant-btn-loading")).waitFor({ state: "detached" });
    }
  };

  #demands = (): Promise<string[]> =>
    this.#page.locator("[aria-invalid=true]").evaluateAll((fields) =>
      fields.map((field) => {
        const note = document.getElementById(field.getAttribute("aria-describedby") ?? "");
        return `${field.id}: ${note?.textContent}`;
      }),
    );
}

/** Lets the page ask, and keeps what it would change. */
function holdBack(address: string): void {
  const { fetch } = globalThis;
  const held: string[] = (globalThis.heldBack = []);
  globalThis.fetch = (input, init) => {
    const isAsked = init?.method === undefined || init.method === "GET" || !String(input).includes(address);
    if (isAsked) return fetch(input, init);
    held.push(`${init?.method} ${String(input)} ${String(init.body)}`);
    return Promise.reject(new TypeError("it is held back"));
  };
  addEventListener("letgo", () => (globalThis.fetch = fetch), { once: true });
}
