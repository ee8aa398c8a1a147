/** Hands on npm's list of components, named after the project: npm names it after the folder that it was made in. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { json } from "node:stream/consumers";

const manifest = JSON.parse(readFileSync(join(import.meta.dirname, "..", "package.json"), "utf8")) as { name: string };
const sbom = (await json(process.stdin)) as { metadata: { component: { name: string } } };
sbom.metadata.component.name = manifest.name;
process.stdout.write(`${JSON.stringify(sbom, null, 2)}\n`);
