import type { IncomingMessage } from "node:http";
import { chooseLanguage, webConfig, type UiLanguage } from "@udt/contract";
import type { WebSettings } from "../settings-web.ts";
import type { TrustedProxies } from "./addresses.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** In which the caller reads the console. */
    language: UiLanguage;
  }
}

/** Decides as the console does, by what a request tells of the browser. */
export class CallerLanguages {
  readonly #proxies: Pick<TrustedProxies, "hostsOf">;
  readonly #offered: readonly UiLanguage[];
  readonly #byHost: Readonly<Record<string, UiLanguage>>;
  constructor(proxies: Pick<TrustedProxies, "hostsOf">, web: WebSettings) {
    const { languages, host_languages } = webConfig.parse(web);
    this.#proxies = proxies;
    this.#offered = languages;
    this.#byHost = host_languages;
  }

  of(request: Pick<IncomingMessage, "headers" | "socket">): UiLanguage {
    const { cookie = "", "accept-language": browser = "" } = request.headers;
    const host = URL.parse(`http://${this.#proxies.hostsOf(request).at(-1)}`)?.hostname ?? "";
    return this.#choose({ cookies: cookie, host, browser: tagsOf(browser) });
  }

  /** Of who calls without a browser. */
  get last(): UiLanguage {
    return this.#choose({ cookies: "", host: "", browser: [] });
  }

  #choose(told: { cookies: string; host: string; browser: readonly string[] }): UiLanguage {
    return chooseLanguage({ ...told, offered: this.#offered, byHost: this.#byHost });
  }
}

/** The languages of an `Accept-Language` header, the best first: `de;q=0.5, ja` is `ja`, `de`. */
function tagsOf(header: string): string[] {
  const wishes = header.split(",").map((wish) => {
    const [tag = "", ...parameters] = wish.split(";").map((part) => part.trim());
    const quality = parameters.find((one) => one.startsWith("q="))?.slice(2) ?? "1";
    return { tag, quality: Number(quality) };
  });
  return wishes
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}
