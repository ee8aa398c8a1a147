import type { AppContext } from "../screen/app.ts";
import type { Holding } from "../holding.ts";

const MB = 1024 ** 2;
/** What the game keeps from its start: pictures as the graphics chip has them, and as they were unpacked, to be given to it again. */
const START: Readonly<Record<string, Holding>> = {
  textures: { gl: 60 * MB, native: 24 * MB, object: "dev.udt.game.TextureAtlas" },
  sounds: { native: 22 * MB, object: "android.media.SoundPool" },
};
/** The background and the gems of each further level. */
const LEVEL: Holding = { gl: 8 * MB, native: 4 * MB, object: "dev.udt.game.TextureAtlas" };
const UNPACK_MS = 12;

/** What the game unpacks, level by level; a game that begins anew has those of the first alone. */
export class GameTextures {
  readonly #context: Pick<AppContext, "hold" | "work">;
  #level = 1;

  constructor(context: Pick<AppContext, "hold" | "work">) {
    this.#context = context;
    for (const [name, holding] of Object.entries(START)) context.hold(name, holding);
  }

  show(level: number): void {
    for (; this.#level > level; this.#level -= 1) this.#context.hold(`level ${this.#level}`, undefined);
    for (; this.#level < level; this.#level += 1) {
      this.#context.hold(`level ${this.#level + 1}`, LEVEL);
      this.#context.work(UNPACK_MS);
    }
  }
}
