import { shell } from "./adb.ts";
import { find, tap, type } from "./screen.ts";
import { step } from "./step.ts";

export const APP = process.env["UDT_APP_PACKAGE"] || "dev.udt.shop";

/** The row of the job's account file, or an account that the shop accepts like any other. */
const account = JSON.parse(process.env["UDT_ACCOUNT"] || "{}") as { account?: string; password?: string };
export const EMAIL = account.account || "ada@example.com";
export const PASSWORD = account.password || "lighthouse";

/** The shop as after its installation, at its first screen. */
export const openShop = () =>
  step("open the shop", async () => {
    await shell("am", "force-stop", APP);
    await shell("pm", "clear", APP);
    await shell("am", "start", "-W", "-n", `${APP}/.CatalogueActivity`);
    await find({ id: "product_grid" });
  });

/** Opens a product by its number, as a link would. */
export const openProduct = (sku: string) =>
  step(`open ${sku}`, async () => {
    await shell("am", "start", "-W", "-n", `${APP}/.CatalogueActivity`, "--es", "sku", sku);
    await find({ id: "add_to_cart" });
  });

export const search = (text: string) => step(`search for ${text}`, () => type({ id: "search_input" }, text));

export const fillSignIn = (email: string, password: string) =>
  step(`sign in as ${email}`, async () => {
    await type({ id: "email_input" }, email);
    await type({ id: "password_input" }, password);
    await shell("input", "keyevent", "KEYCODE_ENTER");
  });

export const openAccount = () => step("open the account", () => tap({ id: "account_button" }));
export const addToCart = () => step("add to the cart", () => tap({ id: "add_to_cart" }));
export const openCart = () => step("open the cart", () => tap({ id: "cart_button" }));

/** Cents, of a text such as `€129.00`. */
export const cents = (text: string): number => Math.round(Number(text.replace(/[^\d.]/g, "")) * 100);
