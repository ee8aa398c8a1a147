import { once } from "node:events";
import { createServer } from "node:net";

const bindable = async (port: number): Promise<boolean> => {
  const probe = createServer();
  probe.listen(port, "127.0.0.1");
  try {
    await once(probe, "listening");
  } catch {
    return false;
  }
  probe.close();
  await once(probe, "close");
  return true;
};

/** The first of `count` free ports in a row, below the range from which the system hands out its own. */
export async function freePortRun(count: number): Promise<number> {
  for (;;) {
    const first = 10_000 + Math.floor(Math.random() * 20_000);
    const free = await Promise.all(Array.from({ length: count }, (_, index) => bindable(first + index)));
    if (free.every(Boolean)) return first;
  }
}
