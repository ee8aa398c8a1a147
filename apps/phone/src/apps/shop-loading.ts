import type { AppContext } from "../screen/app.ts";
import type { Product } from "./shop-catalogue.ts";

const KB = 1024;
/** Each picture as it is loaded, decoded and kept: in the list, and large. */
const PICTURE = {
  small: { received: 56 * KB, kept: 360 * KB, decode_ms: 3 },
  large: { received: 240 * KB, kept: 1_440 * KB, decode_ms: 9 },
} as const;
const REQUEST_BYTES = 600;

/** What the shop would load from its server: pictures once, answers each time. */
export class ShopLoading {
  readonly #context: AppContext;
  readonly #loaded = new Set<string>();

  constructor(context: AppContext) {
    this.#context = context;
  }

  picture({ sku }: Product, size: keyof typeof PICTURE): void {
    const name = `${size} ${sku}`;
    if (this.#loaded.has(name)) return;
    const { received, kept, decode_ms } = PICTURE[size];
    if (!this.#context.fetch({ received, sent: REQUEST_BYTES })) return;
    this.#loaded.add(name);
    this.#context.hold(name, kept);
    this.#context.work(decode_ms);
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
