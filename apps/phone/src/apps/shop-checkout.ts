import type { AppContext } from "../screen/app.ts";
import { icon } from "../screen/icons.ts";
import type { ViewSpec } from "../screen/scene/node.ts";
import type { TextField } from "../screen/scene/text-field.ts";
import type { Theme } from "../screen/theme.ts";
import { priceText, type Product } from "./shop-catalogue.ts";
import { drawProduct } from "./shop-drawings.ts";
import type { ShopModel } from "./shop-model.ts";
import type { ShopTexts } from "./shop-texts.ts";
import { appBar, button, card, COLUMN_DP, imageButton, inputBox, page, screen } from "./widgets.ts";

/** What the checkout screens need of the shop. */
export interface CheckoutHost {
  readonly context: AppContext;
  readonly model: ShopModel;
  readonly theme: Theme;
  readonly texts: ShopTexts;
  readonly email: TextField;
  readonly password: TextField;
  readonly signInErrors: { email: boolean; password: boolean };
  readonly orderNumber: number;
  open(screen: "list"): void;
  onBack(): boolean;
  checkout(): void;
  submitSignIn(): void;
}

const checkoutScreen = (host: CheckoutHost, title: string, children: (ViewSpec | undefined)[]): ViewSpec =>
  screen(host.theme, [
    appBar(host.theme, host.context.environment, title, {
      back: { desc: host.texts.back, onTap: () => void host.onBack() },
    }),
    ...children,
  ]);

const stepper = ({ theme, texts, model }: CheckoutHost, { sku }: Product, quantity: number): ViewSpec => {
  const round = (id: string, desc: string, name: "plus" | "minus", by: number): ViewSpec =>
    imageButton(id, desc, icon(name, theme.text, 20), {
      width: 38,
      height: 38,
      radius: 19,
      bg: theme.surfaceAlt,
      onTap: () => model.change(sku, by),
    });
  return {
    dir: "row",
    gap: 4,
    children: [
      round("decrease", texts.less, "minus", -1),
      {
        id: "quantity",
        text: String(quantity),
        size: 17,
        weight: 700,
        color: theme.text,
        width: 34,
        textAlign: "center",
      },
      round("increase", texts.more, "plus", 1),
    ],
  };
};

const cartLine = (host: CheckoutHost, { product, quantity }: { product: Product; quantity: number }): ViewSpec => {
  const { theme, texts, model } = host;
  const name = product.name[host.context.environment.language];
  return card(
    theme,
    [
      {
        width: 84,
        height: 84,
        ghost: true,
        paint: (g, rect, dp) => drawProduct(g, rect, product.drawing, product.tint, 16 * dp),
      },
      {
        grow: 1,
        gap: 6,
        children: [
          { id: "cart_item_title", text: name, size: 16, color: theme.text, maxLines: 1 },
          {
            id: "cart_item_price",
            text: priceText(product.price * quantity),
            size: 16,
            weight: 700,
            color: theme.primary,
          },
          {
            dir: "row",
            justify: "between",
            children: [
              stepper(host, product, quantity),
              {
                id: "remove",
                cls: "android.widget.Button",
                text: texts.remove,
                size: 14,
                color: theme.danger,
                pad: [9, 8],
                radius: 14,
                onTap: () => model.remove(product.sku),
              },
            ],
          },
        ],
      },
    ],
    { id: "cart_item", dir: "row", gap: 14, pad: 12 },
  );
};

export const cartView = (host: CheckoutHost): ViewSpec => {
  const { theme, texts, model } = host;
  const { environment } = host.context;
  if (model.count === 0) {
    return checkoutScreen(host, texts.cart, [
      {
        id: "empty_cart",
        grow: 1,
        align: "center",
        justify: "center",
        gap: 18,
        children: [
          icon("cart", theme.dim, 56, 72),
          { text: texts.empty, size: 18, color: theme.text },
          button(theme, "browse", texts.browse, () => host.open("list"), { kind: "soft" }),
        ],
      },
    ]);
  }
  const side = environment.width > COLUMN_DP ? (environment.width - COLUMN_DP) / 2 : 16;
  return checkoutScreen(host, texts.cart, [
    page(
      environment,
      "cart_list",
      model.lines.map((line) => cartLine(host, line)),
    ),
    {
      width: "fill",
      bg: theme.surface,
      pad: [16, side, environment.insetBottom + 12, side],
      gap: 14,
      children: [
        {
          dir: "row",
          children: [
            { text: texts.total, size: 17, color: theme.text, grow: 1 },
            { id: "total", text: priceText(model.total), size: 22, weight: 700, color: theme.text },
          ],
        },
        button(theme, "checkout", texts.checkout, () => host.checkout()),
      ],
    },
  ]);
};

/** Fails on request, so that anyone can see what a crash looks like from outside. */
const crashCard = ({ theme, texts, context }: CheckoutHost): ViewSpec =>
  card(
    theme,
    [
      { text: texts.crashLead, size: 14, lineHeight: 1.4, color: theme.dim },
      button(theme, "crash", texts.crash, () => context.crash(ON_REQUEST), { kind: "soft" }),
    ],
    { pad: 20, gap: 12 },
  );

/** The phone runs no code of the shop, so the place is made up, and the words say what it was. */
const ON_REQUEST = {
  says: "java.lang.IllegalStateException: crashed on request, by the button on the account screen",
  stack: [
    "dev.udt.shop.SignInActivity.crashOnRequest(SignInActivity.kt:41)",
    "dev.udt.shop.SignInActivity$onCreate$3.onClick(SignInActivity.kt:28)",
    "android.view.View.performClick(View.java:7448)",
  ],
};

export const signInView = (host: CheckoutHost): ViewSpec => {
  const { theme, texts, model } = host;
  const { environment } = host.context;
  if (model.user !== undefined) {
    return checkoutScreen(host, texts.account, [
      page(environment, "account_page", [
        card(
          theme,
          [
            { text: texts.signedIn, size: 14, color: theme.dim },
            { id: "signed_in_as", text: model.user, size: 18, weight: 700, color: theme.text },
          ],
          { pad: 20, gap: 4 },
        ),
        button(theme, "sign_out", texts.signOut, () => model.signOut(), { kind: "soft" }),
        crashCard(host),
      ]),
    ]);
  }
  const error = (id: string, shown: boolean, text: string): ViewSpec | undefined =>
    shown ? { id, text, size: 13.5, color: theme.danger, pad: [0, 6] } : undefined;
  const label = (text: string): ViewSpec => ({ text, size: 14, color: theme.dim, pad: [4, 6, 0, 6] });
  const isLaidOutAnew = host.context.system.faults.shop_layout;
  const submit = button(theme, isLaidOutAnew ? "sign_in_submit" : "sign_in_button", texts.signIn, () =>
    host.submitSignIn(),
  );
  const box = (id: string, field: TextField, wrong: boolean): ViewSpec =>
    inputBox(theme, id, field, wrong ? { border: theme.danger } : {});
  return checkoutScreen(host, texts.signIn, [
    page(
      environment,
      "sign_in_form",
      [
        { text: texts.welcome, size: 28, weight: 700, color: theme.text },
        { text: texts.lead, size: 16, color: theme.dim, pad: [0, 0, 8, 0] },
        isLaidOutAnew ? submit : undefined,
        label(texts.email),
        box("email_input", host.email, host.signInErrors.email),
        error("email_error", host.signInErrors.email, texts.emailWrong),
        label(texts.password),
        box("password_input", host.password, host.signInErrors.password),
        error("password_error", host.signInErrors.password, texts.passwordWrong),
        { height: 8 },
        isLaidOutAnew ? undefined : submit,
        { height: 8 },
        crashCard(host),
      ],
      8,
    ),
  ]);
};

export const orderView = (host: CheckoutHost): ViewSpec => {
  const { theme, texts } = host;
  return checkoutScreen(host, texts.order, [
    {
      id: "order_complete",
      grow: 1,
      align: "center",
      justify: "center",
      gap: 10,
      children: [
        {
          dir: "stack",
          align: "center",
          justify: "center",
          width: 96,
          height: 96,
          radius: 48,
          bg: theme.primarySoft,
          children: [icon("check", theme.primary, 48)],
        },
        { height: 8 },
        { text: texts.thanks, size: 26, weight: 700, color: theme.text },
        { text: texts.ordered, size: 16, color: theme.dim },
        { id: "order_number", text: `#${host.orderNumber}`, size: 18, weight: 700, color: theme.primary },
        { height: 12 },
        button(theme, "continue_shopping", texts.go, () => host.open("list"), { kind: "soft" }),
      ],
    },
  ]);
};
