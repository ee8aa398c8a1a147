import type { AppContext } from "../screen/app.ts";
import type { Product } from "./shop-catalogue.ts";

const KB = 1024;
/** Each picture as it is loaded, decoded and kept: in the list, and large. */
const PICTURE = {
  small: { received: 56 * KB, kept: 360 * KB, decode_ms: 3 },
  large: { received: 240 * KB, kept: 1_440 * KB, decode_ms: 9 },
} as const;
const REQUEST_BYTES = 600;
const PAGE = "page";
/** What the fault `leak` keeps pictures in, and what an entry of it takes beside the file. */
const LEAKING = "dev.udt.shop.ImageCache";
const ENTRY_BYTES = KB;

/** What the shop would load from its server: pictures once, answers each time. */
export class ShopLoading {
  readonly #context: AppContext;
  /** The pictures that came, as files; those of the list stay decoded as well. */
  readonly #received = new Set<string>();
  readonly #decoded = new Set<string>();
  /** The product whose page is open. */
  #page: string | undefined;
  #leaked = 0;

  constructor(context: AppContext) {
    this.#context = context;
  }

  /** The picture of a product in the list. */
  tile({ sku }: Product): void {
    if (this.#decoded.has(sku) || !this.#receive(sku, "small")) return;
    this.#decoded.add(sku);
    this.#decode(sku, "small");
  }

  /**
   * The picture of a product's page, decoded as the page opens and let go as it closes. With the fault `leak` a cache has it from
   * then on, and the file that it was decoded from, as an entry that is never found again.
   */
  page({ sku }: Product): void {
    if (this.#page === sku || !this.#receive(sku, "large")) return;
    this.closePage();
    this.#page = sku;
    if (!this.#context.system.faults.leak) {
      this.#decode(PAGE, "large");
      return;
    }
    this.#leaked += 1;
    this.#decode(`${LEAKING} ${sku}#${this.#leaked}`, "large", {
      java: PICTURE.large.received + ENTRY_BYTES,
      cache: LEAKING,
    });
  }

  closePage(): void {
    this.#page = undefined;
    this.#context.hold(PAGE, undefined);
  }

  #receive(sku: string, size: keyof typeof PICTURE): boolean {
    const name = `${size} ${sku}`;
    if (this.#received.has(name)) return true;
    if (!this.#context.fetch({ received: PICTURE[size].received, sent: REQUEST_BYTES })) return false;
    this.#received.add(name);
    return true;
  }

  #decode(name: string, size: keyof typeof PICTURE, more: { java?: number; cache?: string } = {}): void {
    this.#context.hold(name, { native: PICTURE[size].kept, ...more });
    this.#context.work(PICTURE[size].decode_ms);
  }

  /** The answer to a search, with a line for each product. */
  search(products: number): void {
    this.#context.fetch({ received: KB + 300 * products, sent: REQUEST_BYTES });
  }

  /** A change of the cart, a sign-in, an order. */
  tell(): void {
    this.#context.fetch({ received: KB, sent: 2 * REQUEST_BYTES });
  }
}
