import type { App, AppContext, AppDefinition } from "../screen/app.ts";
import { icon } from "../screen/icons.ts";
import type { ViewSpec } from "../screen/scene/node.ts";
import { TextField } from "../screen/scene/text-field.ts";
import { type Accent, type Theme, themeOf } from "../screen/theme.ts";
import { tileIcon } from "./app-icon.ts";
import { type Category, findProduct, priceText, type Product } from "./shop-catalogue.ts";
import { drawProduct } from "./shop-drawings.ts";
import { ShopLoading } from "./shop-loading.ts";
import { ShopModel } from "./shop-model.ts";
import { cartView, orderView, signInView, type CheckoutHost } from "./shop-checkout.ts";
import { productView } from "./shop-product.ts";
import { shopTexts, type ShopTexts } from "./shop-texts.ts";
import { appBar, iconButton, screen } from "./widgets.ts";

const PACKAGE = "dev.udt.shop";
const ACTIVITIES = {
  list: `${PACKAGE}.CatalogueActivity`,
  detail: `${PACKAGE}.ProductActivity`,
  cart: `${PACKAGE}.CartActivity`,
  sign_in: `${PACKAGE}.SignInActivity`,
  order: `${PACKAGE}.OrderActivity`,
} as const;
type Screen = keyof typeof ACTIVITIES;

const ACCENT: Accent = { light: "#0d7a68", dark: "#6fdcc6", softLight: "#d6f3ec", softDark: "#124a40" };
const CATEGORIES = ["all", "audio", "home", "wear", "desk"] as const;

class ShopApp implements App, CheckoutHost {
  readonly context: AppContext;
  readonly model: ShopModel;
  readonly email: TextField;
  readonly password: TextField;
  signInErrors = { email: false, password: false };
  orderNumber = 0;
  #screen: Screen = "list";
  /** What "back" leads to, the nearest last. */
  #below: Screen[] = [];
  #product: Product | undefined;
  #category: Category | "all" = "all";
  readonly #search: TextField;
  readonly #loading: ShopLoading;

  constructor(context: AppContext) {
    this.context = context;
    this.#loading = new ShopLoading(context);
    this.model = new ShopModel(context, () => this.#loading.tell());
    this.#search = new TextField({
      onChange: (text) => {
        context.log("D", "ShopSearch", `query="${text}"`);
        this.#loading.search(this.model.search(text, this.#category).length);
        context.resetScroll("product_grid");
        context.invalidate();
      },
      onSubmit: () => context.focus(undefined),
    });
    const submit = (): void => this.submitSignIn();
    this.email = new TextField({ onSubmit: () => context.focus(this.password) });
    this.password = new TextField({ password: true, onSubmit: submit });
  }

  get theme(): Theme {
    return themeOf(this.context.environment.dark, ACCENT);
  }

  get texts(): ShopTexts {
    return shopTexts(this.context.environment.language);
  }

  activity(): string {
    return ACTIVITIES[this.#screen];
  }

  open(screen: Screen): void {
    if (screen === "list") this.#below = [];
    else this.#below.push(this.#screen);
    this.#screen = screen;
    this.#closePage();
    this.context.focus(undefined);
    this.context.log("D", "ShopNav", `open ${screen}`);
  }

  #toList(): void {
    this.#screen = "list";
    this.#below = [];
    this.#loading.closePage();
  }

  /** A product's page that is neither in front nor gone back to lets its picture go. */
  #closePage(): void {
    if (this.#screen !== "detail" && !this.#below.includes("detail")) this.#loading.closePage();
  }

  onBack(): boolean {
    const below = this.#below.pop();
    if (below === undefined) return false;
    this.#screen = below;
    this.#closePage();
    this.context.focus(undefined);
    return true;
  }

  submitSignIn(): void {
    this.signInErrors = this.model.signIn(this.email.text, this.password.text);
    if (this.signInErrors.email || this.signInErrors.password) return this.context.invalidate();
    this.password.set("");
    this.onBack();
    if (this.#screen === "cart") this.checkout();
  }

  checkout(): void {
    if (this.model.user === undefined) return this.open("sign_in");
    this.orderNumber = this.model.placeOrder();
    this.#toList();
    this.open("order");
  }

  view(): ViewSpec {
    const screen = this.#screen;
    if (screen === "cart") return cartView(this);
    if (screen === "sign_in") return signInView(this);
    if (screen === "order") return orderView(this);
    if (screen !== "detail" || this.#product === undefined) return this.#list();
    this.#loading.page(this.#product);
    return productView(this, this.#product, this.#cartButton());
  }

  #cartButton(): ViewSpec {
    const { theme, texts, model } = this;
    return {
      dir: "stack",
      width: 44,
      height: 44,
      align: "end",
      justify: "start",
      children: [
        iconButton("cart_button", texts.cart, "cart", theme.text, () => this.open("cart")),
        model.count === 0
          ? undefined
          : {
              id: "cart_badge",
              text: String(model.count),
              size: 11,
              weight: 700,
              color: theme.onPrimary,
              bg: theme.primary,
              radius: 9,
              pad: [1, 5.5],
              textAlign: "center",
              width: "wrap",
              height: "wrap",
            },
      ],
    };
  }

  #list(): ViewSpec {
    const { theme, texts, context } = this;
    const { environment } = context;
    const side = 16;
    const gap = 12;
    const columns = Math.max(2, Math.floor((environment.width - 2 * side) / 190));
    const width = (environment.width - 2 * side - gap * (columns - 1)) / columns;
    const found = this.model.search(this.#search.text, this.#category);
    const rows: Product[][] = [];
    for (let at = 0; at < found.length; at += columns) rows.push(found.slice(at, at + columns));
    const account = iconButton("account_button", texts.account, "user", theme.text, () => this.open("sign_in"));
    const actions = [account, this.#cartButton()];
    return screen(theme, [
      appBar(theme, environment, texts.title, {
        actions: context.system.faults.shop_layout ? actions.toReversed() : actions,
      }),
      {
        id: "search_bar",
        dir: "row",
        width: "fill",
        pad: [2, side],
        children: [
          {
            dir: "stack",
            grow: 1,
            height: 50,
            children: [
              {
                id: "search_input",
                field: this.#searchField(),
                width: "fill",
                height: 50,
                bg: theme.surfaceAlt,
                radius: 25,
                pad: [0, 20, 0, 50],
                size: 16,
                color: theme.text,
              },
              {
                ghost: true,
                dir: "stack",
                align: "start",
                justify: "center",
                pad: [0, 0, 0, 17],
                children: [icon("search", theme.dim, 22)],
              },
            ],
          },
        ],
      },
      {
        id: "categories",
        dir: "row",
        scroll: "x",
        width: "fill",
        height: 58,
        pad: [10, side],
        gap: 8,
        children: CATEGORIES.map((category) => this.#chip(category)),
      },
      found.length === 0
        ? { id: "no_results", text: texts.nothing, size: 16, color: theme.dim, grow: 1, textAlign: "center" }
        : {
            id: "product_grid",
            cls: "androidx.recyclerview.widget.RecyclerView",
            scroll: "y",
            grow: 1,
            gap,
            pad: [4, side, environment.insetBottom + 20, side],
            children: rows.map((row) => ({
              dir: "row",
              gap,
              align: "start",
              children: row.map((entry) => this.#tile(entry, width)),
            })),
          },
    ]);
  }

  /** The hint follows the language, so it is read when drawn. */
  #searchField(): TextField {
    this.#search.hint = this.texts.search;
    return this.#search;
  }

  #chip(category: Category | "all"): ViewSpec {
    const { theme, texts } = this;
    const selected = category === this.#category;
    return {
      id: `category_${category}`,
      cls: "android.widget.Button",
      text: texts[category],
      selected,
      height: 38,
      pad: [0, 18],
      radius: 19,
      size: 14.5,
      weight: selected ? 700 : 400,
      bg: selected ? theme.primary : theme.surface,
      color: selected ? theme.onPrimary : theme.text,
      onTap: () => {
        this.#category = category;
        this.context.resetScroll("product_grid");
      },
    };
  }

  #tile(entry: Product, width: number): ViewSpec {
    const { theme } = this;
    const name = entry.name[this.context.environment.language];
    this.#loading.tile(entry);
    return {
      id: "product_item",
      desc: name,
      width,
      bg: theme.surface,
      radius: 20,
      pad: [8, 8, 12, 8],
      gap: 3,
      onTap: () => {
        this.#product = entry;
        this.context.resetScroll("product_scroll");
        this.open("detail");
      },
      children: [
        {
          id: "product_image",
          cls: "android.widget.ImageView",
          desc: name,
          width: "fill",
          height: width - 30,
          paint: (g, rect, dp) => drawProduct(g, rect, entry.drawing, entry.tint, 14 * dp),
        },
        { id: "product_title", text: name, size: 14.5, color: theme.text, maxLines: 1, pad: [6, 6, 0, 6] },
        {
          dir: "row",
          pad: [0, 6],
          children: [
            { id: "product_price", text: priceText(entry.price), size: 16, weight: 700, color: theme.primary, grow: 1 },
            icon("star", "#e0a100", 15),
            { text: ` ${entry.rating.toFixed(1)}`, size: 12.5, color: theme.dim },
          ],
        },
      ],
    };
  }

  /** `am start … --es sku HP-100` opens a product, as a deep link would. */
  onStart(_activity: string | undefined, extras: Record<string, string>): void {
    const wanted = extras["sku"] === undefined ? undefined : findProduct(extras["sku"]);
    if (wanted === undefined) return;
    this.#toList();
    this.#product = wanted;
    this.open("detail");
  }
}

export const shopApp: AppDefinition = {
  packageName: PACKAGE,
  versionName: "3.1.0",
  versionCode: 310,
  mainActivity: ACTIVITIES.list,
  activities: Object.values(ACTIVITIES),
  launchable: true,
  debuggable: true,
  lightBars: false,
  label: (language) => ({ en: "Shop", zh: "商店", ja: "ショップ" })[language],
  icon: tileIcon("#20c5a4", "#0a7d6a", (g) => {
    g.fillStyle = "#ffffff";
    g.beginPath();
    g.roundRect(6, 9, 12, 10, 2.4);
    g.fill();
    g.strokeStyle = "#ffffff";
    g.lineWidth = 1.6;
    g.beginPath();
    g.arc(12, 9.4, 3.2, Math.PI, 0);
    g.stroke();
    g.strokeStyle = "#0a7d6a";
    g.lineWidth = 1.4;
    g.beginPath();
    g.arc(12, 12.4, 2.6, 0.3, Math.PI - 0.3);
    g.stroke();
  }),
  create: (context) => new ShopApp(context),
};
