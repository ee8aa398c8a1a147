/** Runs the server by itself; the `udt` command runs it beside the other roles. */
import { readSettings, startServer, StartRefusal, wrongSetting } from "./index.ts";

const settings = readSettings(process.env);
if (!settings.ok) {
  console.error(wrongSetting(settings.error));
  process.exit(2);
}
try {
  const server = await startServer(settings.value);
  console.log(`UDT is ready at ${server.url}`);
  if (server.first_admin) {
    const { email, password } = server.first_admin;
    console.log(password === undefined ? `Sign in as ${email}.` : `Sign in as ${email} with the password ${password}`);
  }
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      server.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error);
          process.exit(1);
        },
      );
    });
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(error instanceof StartRefusal ? 2 : 1);
}
