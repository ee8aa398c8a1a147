import { icon } from "../screen/icons.ts";
import type { ViewSpec } from "../screen/scene/node.ts";
import { priceText, type Product } from "./shop-catalogue.ts";
import type { CheckoutHost } from "./shop-checkout.ts";
import { drawProduct } from "./shop-drawings.ts";
import { appBar, button, COLUMN_DP, screen } from "./widgets.ts";

/** One product: picture and facts, beside each other on a wide display, and the button below. */
export const productView = (host: CheckoutHost, entry: Product, cartButton: ViewSpec): ViewSpec => {
  const { theme, texts, context } = host;
  const { environment } = context;
  const name = entry.name[environment.language];
  const picture: ViewSpec = {
    id: "product_image",
    cls: "android.widget.ImageView",
    desc: name,
    width: environment.landscape ? environment.height - 130 : "fill",
    height: environment.landscape
      ? environment.height - 130
      : Math.min(environment.width - 32, 420, environment.height * 0.42),
    paint: (g, rect, dp) => drawProduct(g, rect, entry.drawing, entry.tint, 26 * dp),
  };
  const facts: ViewSpec = {
    gap: 8,
    ...(environment.landscape ? { grow: 1 } : {}),
    children: [
      { id: "product_title", text: name, size: 25, weight: 700, color: theme.text },
      {
        dir: "row",
        gap: 6,
        children: [
          icon("star", "#e0a100", 18),
          { id: "product_rating", text: entry.rating.toFixed(1), size: 15, color: theme.text },
          { text: `· ${entry.sku}`, size: 14, color: theme.dim },
        ],
      },
      { id: "product_price", text: priceText(entry.price), size: 24, weight: 700, color: theme.primary },
      { id: "product_about", text: entry.about[environment.language], size: 16, lineHeight: 1.5, color: theme.text },
      {
        dir: "row",
        gap: 10,
        pad: [6, 0],
        children: [icon("truck", theme.dim, 22), { text: texts.delivery, size: 14.5, color: theme.dim }],
      },
    ],
  };
  const side = environment.width > COLUMN_DP && !environment.landscape ? (environment.width - COLUMN_DP) / 2 : 16;
  const isLaidOutAnew = context.system.faults.shop_layout;
  const add: ViewSpec = {
    width: "fill",
    pad: [8, side, isLaidOutAnew ? 8 : environment.insetBottom + 10, side],
    children: [
      button(theme, "add_to_cart", texts.add, () => {
        host.model.change(entry.sku, 1);
        context.toast(texts.added);
      }),
    ],
  };
  return screen(theme, [
    appBar(theme, environment, "", {
      back: { desc: texts.back, onTap: () => void host.onBack() },
      actions: [cartButton],
    }),
    isLaidOutAnew ? add : undefined,
    {
      id: "product_scroll",
      scroll: "y",
      grow: 1,
      gap: 16,
      pad: [2, side, 16, side],
      children: environment.landscape
        ? [{ dir: "row", gap: 24, align: "start", children: [picture, facts] }]
        : [picture, facts],
    },
    isLaidOutAnew ? undefined : add,
  ]);
};
