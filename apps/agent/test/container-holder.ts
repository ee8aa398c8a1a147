/** An agent's part in a run in a container, for the specs to kill. Says by a number how its program is recognised once it runs. */
import { findEngine } from "../src/isolation/container-engine.ts";
import { isolationIn } from "../src/isolation/isolation.ts";

const { name, image_id, volumes, owner, folder } = JSON.parse(process.env["UDT_HOLD"]!);
const { engine } = await findEngine([name]);
const programs = { node: "node", python: "python3", shell: "/bin/sh" };
const place = await isolationIn({ engine: engine!, image_id, volumes, owner }).open({
  folder,
  environment: { programs, readOnly: [], path: [], env: {} },
});
const mark = `9753${process.pid}`;
const launched = place.launch({
  argv: ["/bin/sh", "-c", `echo up; exec sleep ${mark}`],
  cwd: place.library,
  env: {},
});
launched.output.on("data", () => setTimeout(() => process.send!(mark), 100));
