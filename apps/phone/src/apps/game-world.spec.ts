import { describe, expect, it } from "vitest";
import { GameWorld, LIVES } from "./game-world.ts";

const play = (world: GameWorld, seconds: number): { caught: number; lost: number } => {
  const sum = { caught: 0, lost: 0 };
  for (let frame = 0; frame < seconds * 60; frame += 1) {
    const { caught, lost } = world.step(1000 / 60);
    sum.caught += caught;
    sum.lost += lost;
  }
  return sum;
};

describe("the game", () => {
  it("scores what the ship catches", () => {
    const world = new GameWorld(() => 0.5); // every gem falls down the middle, where the ship stands
    const { caught, lost } = play(world, 20);
    expect(caught).toBeGreaterThan(5);
    expect([lost, world.score, world.best, world.lives]).toEqual([0, caught, caught, LIVES]);
  });

  it("ends after three losses and starts anew", () => {
    const world = new GameWorld(() => 0.5);
    world.steer(0);
    expect(play(world, 20).lost).toBe(LIVES);
    expect([world.over, world.score]).toEqual([true, 0]);
    expect(play(world, 5)).toEqual({ caught: 0, lost: 0 });
    world.restart();
    world.steer(0.5);
    expect(play(world, 6).caught).toBeGreaterThan(0);
  });

  it("takes a long pause as one short step", () => {
    const world = new GameWorld(() => 0.5);
    play(world, 1);
    const before = world.gems.map(({ y }) => y);
    world.step(60_000);
    world.gems.slice(0, before.length).forEach(({ y }, index) => expect(y - before[index]!).toBeLessThan(0.1));
  });
});
