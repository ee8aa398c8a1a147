import { expect, it } from "vitest";
import type { Holding } from "../holding.ts";
import { GameTextures } from "./game-textures.ts";
import { GameWorld } from "./game-world.ts";

it("textures of each level are unpacked once, and those of the first alone are left when a game begins anew", () => {
  const held = new Map<string, Holding>();
  let worked = 0;
  const textures = new GameTextures({
    hold: (name, holding) => void (holding ? held.set(name, holding) : held.delete(name)),
    work: (ms) => void (worked += ms),
  });
  const world = new GameWorld(() => 0.5);
  const mb = (of: "gl" | "native") => [...held.values()].reduce((sum, one) => sum + (one[of] ?? 0), 0) / 1024 ** 2;
  const sizes: [level: number, gl: number, native: number][] = [];
  for (const score of [0, 7, 8, 16, 16, 1000]) {
    world.score = score;
    textures.show(world.level);
    sizes.push([world.level, mb("gl"), mb("native")]);
  }
  expect(sizes).toEqual([
    [1, 60, 46],
    [1, 60, 46],
    [2, 68, 50],
    [3, 76, 54],
    [3, 76, 54],
    [6, 100, 66],
  ]);
  expect(worked).toBe(5 * 12);
  world.restart();
  textures.show(world.level);
  expect([mb("gl"), mb("native")]).toEqual([60, 46]);
});
