import { type Program, failWith } from "../program.ts";

const SCRCPY_SERVER = "com.genymobile.scrcpy.Server";

/** `CLASSPATH=JAR app_process / CLASS …`: runs the one class that this phone can run, if its JAR was pushed. */
const appProcess: Program = async (context) => {
  const classPath = context.env["CLASSPATH"] ?? "";
  const at = context.args.findIndex((arg) => !arg.startsWith("-") && !arg.startsWith("/"));
  const className = context.args[at];
  if (className === undefined) return failWith(context, "Error: no class name or --zygote supplied.", 10);
  if (className !== SCRCPY_SERVER || !context.phone.system.files.exists(classPath)) {
    await context.stderr(`Error: Could not find or load main class ${className}\n`);
    return failWith(context, `java.lang.ClassNotFoundException: ${className}`);
  }
  // Its lines come one after another; the last must be out before the exit code is.
  let written: Promise<unknown> = Promise.resolve();
  const code = await context.phone.scrcpy(context.args.slice(at + 1), {
    stdout: (line) => {
      written = written.then(() => context.stdout(`${line}\n`)).catch(() => undefined);
    },
    signal: context.signal,
  });
  await written;
  return code;
};

export const runtimeCommands = { app_process: appProcess, app_process32: appProcess, app_process64: appProcess };
