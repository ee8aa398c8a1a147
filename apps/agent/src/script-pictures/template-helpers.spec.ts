import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { makeFolder, onEnd } from "../../test/harness.ts";
import { basket, drawn, shelf } from "../runners/low-code/pictures/drawn.fixture.ts";
import { picturesEndpoint } from "./script-pictures.ts";

const TEMPLATES = new URL("../../../../examples/templates/", import.meta.url);
const screenOf = (density: number, ...places: [x: number, y: number][]) =>
  drawn(360, 800, density, (context) => {
    shelf(context);
    for (const place of places) basket(context, ...place);
  });

async function listen(onSocket: (socket: Socket) => void): Promise<number> {
  const server = createServer(onSocket);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onEnd(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** A script's place: a library with a picture, where pictures are looked for, and an adb server that notes what it is asked. */
async function place(first: Buffer, ...later: Buffer[]) {
  const screens = [first, ...later];
  const endpoint = picturesEndpoint({
    capture: async () => (screens.length > 1 ? screens.shift() : screens[0]) ?? first,
  });
  const asked: string[] = [];
  const adb = await listen((socket) => {
    socket.on("data", (bytes) => {
      const text = bytes.toString().slice(4);
      asked.push(text);
      if (text.startsWith("host:")) socket.write("OKAY");
      else socket.end("OKAY");
    });
  });
  const folder = await makeFolder();
  await writeFile(
    join(folder, "cart.png"),
    drawn(60, 60, 2, (context) => basket(context, 0, 0)),
  );
  const env = {
    PATH: process.env["PATH"] ?? "",
    ANDROID_ADB_SERVER_PORT: String(adb),
    ...endpoint.env(await listen(endpoint.serve(() => undefined))),
  };
  return { folder, env, asked };
}

const RUN = {
  typescript: {
    program: [process.execPath, "--input-type=module", "-e"],
    tap: (path: string, seconds: number) =>
      `await tapPicture(${JSON.stringify(path)}, { screen: { width: 720, height: 1600 }, seconds: ${seconds} });`,
    around: (work: string) =>
      `import { tapPicture } from "${new URL("typescript/lib/picture.ts", TEMPLATES).href}";\n${work}`,
    word: (word: string) => `'${word}'`,
  },
  python: {
    program: ["python3", "-c"],
    tap: (path: string, seconds: number) =>
      `tap_picture(${JSON.stringify(path)}, screen=(720, 1600), seconds=${seconds})`,
    around: (work: string) =>
      `import sys\nsys.dont_write_bytecode = True\nsys.path.insert(0, ${JSON.stringify(new URL("pytest/", TEMPLATES).pathname)})\nfrom device.picture import tap_picture\n${work}`,
    word: (word: string) => word,
  },
} as const;

it.each(["typescript", "python"] as const)(
  "a template's helper touches in %s what has no words by its picture, once it shows, and says how like it is",
  async (language) => {
    const { program, tap, around, word } = RUN[language];
    const run = async (
      given: Awaited<ReturnType<typeof place>>,
      path = "cart.png",
      env: object = given.env,
      seconds = 2,
    ) => {
      const [first = "", ...words] = program;
      const child = promisify(execFile)(first, [...words, around(tap(path, seconds))], {
        cwd: given.folder,
        env: { ...env },
      });
      return child.then(
        ({ stdout }) => stdout,
        ({ stderr }: { stderr: string }) => stderr,
      );
    };
    const late = await place(screenOf(3), screenOf(3, [270, 411]));
    expect(await run(late, "cart.png", late.env, 60)).toMatch(/cart\.png is there \(\d+ ?%\)/);
    // The middle of the basket on a screen that is half as large again.
    expect(late.asked.at(-1)).toBe(`shell:${["input", "tap", "900", "1323"].map(word).join(" ")}`);

    const twice = await place(screenOf(2, [270, 411], [290, 140]));
    expect(await run(twice)).toContain("cart.png does not show alone within 2 s. it is there 2 times");
    expect(twice.asked).toEqual([]);
    await writeFile(
      join(twice.folder, "even.png"),
      drawn(40, 40, 1, () => undefined),
    );
    expect(await run(twice, "even.png")).toContain("even.png: the picture is of one colour");
    expect(await run(twice, "cart.png", { PATH: twice.env.PATH })).toContain("UDT_PICTURES_URL is not set");
  },
);
