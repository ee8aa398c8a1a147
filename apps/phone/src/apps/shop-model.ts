import type { AppContext } from "../screen/app.ts";
import { CATALOGUE, type Category, findProduct, type Product, priceText } from "./shop-catalogue.ts";

const CART_KEY = "cart";
const USER_KEY = "user";
const MAX_QUANTITY = 99;

/** A name and a host with a dot in it, before which and after which something stands. */
function isEmail(text: string): boolean {
  const [, host] = /^[^\s@]+@([^\s@]+)$/.exec(text) ?? [];
  return host !== undefined && host.slice(1, -2).includes(".");
}

/** The shop's state that outlives a screen: cart and account, stored as app data. Every change writes a log line. */
export class ShopModel {
  readonly #context: AppContext;
  readonly #tell: () => void;
  #cart = new Map<string, number>();
  #orders = 1000;

  /** @param tell is called with each change, which the shop tells its server. */
  constructor(context: AppContext, tell: () => void) {
    this.#context = context;
    this.#tell = tell;
    const stored: unknown = JSON.parse(context.storage.get(CART_KEY) ?? "[]");
    if (!Array.isArray(stored)) return;
    for (const entry of stored) {
      if (Array.isArray(entry) && typeof entry[0] === "string" && typeof entry[1] === "number")
        this.#cart.set(entry[0], entry[1]);
    }
  }

  get user(): string | undefined {
    return this.#context.storage.get(USER_KEY);
  }

  get lines(): { product: Product; quantity: number }[] {
    return [...this.#cart].flatMap(([sku, quantity]) => {
      const product = findProduct(sku);
      return product === undefined ? [] : [{ product, quantity }];
    });
  }

  get count(): number {
    return this.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  }

  get total(): number {
    return this.lines.reduce((sum, { product, quantity }) => sum + product.price * quantity, 0);
  }

  search(query: string, category: Category | "all"): Product[] {
    const wanted = query.trim().toLowerCase();
    return CATALOGUE.filter(
      ({ name, category: own }) =>
        (category === "all" || own === category) &&
        Object.values(name).some((text) => text.toLowerCase().includes(wanted)),
    );
  }

  change(sku: string, by: number): void {
    const quantity = Math.max(0, Math.min(MAX_QUANTITY, (this.#cart.get(sku) ?? 0) + by));
    if (quantity === 0) this.#cart.delete(sku);
    else this.#cart.set(sku, quantity);
    this.#context.log(
      "I",
      "ShopCart",
      `${by > 0 ? "add" : "remove"} sku=${sku} quantity=${quantity} total=${priceText(this.total)}`,
    );
    this.#save();
  }

  remove(sku: string): void {
    this.change(sku, -MAX_QUANTITY);
  }

  /** The sign-in checks; both undefined when the account is let in. */
  signIn(email: string, password: string): { email: boolean; password: boolean } {
    const wrong = { email: !isEmail(email.trim()), password: password.length < 8 };
    if (wrong.email || wrong.password) this.#context.log("W", "ShopAuth", "sign-in refused: invalid input");
    else {
      this.#context.storage.set(USER_KEY, email.trim());
      this.#tell();
      this.#context.log("I", "ShopAuth", `signed in as ${email.trim()}`);
    }
    return wrong;
  }

  signOut(): void {
    this.#context.storage.delete(USER_KEY);
    this.#context.log("I", "ShopAuth", "signed out");
  }

  /** Empties the cart; the order's number. */
  placeOrder(): number {
    this.#orders += 1;
    this.#context.log("I", "ShopOrder", `order ${this.#orders} placed, ${this.count} items, ${priceText(this.total)}`);
    this.#cart.clear();
    this.#save();
    return this.#orders;
  }

  #save(): void {
    this.#context.storage.set(CART_KEY, JSON.stringify([...this.#cart]));
    this.#tell();
    this.#context.invalidate();
  }
}
