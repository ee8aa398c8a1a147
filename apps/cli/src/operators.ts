/** The operators' commands: on the machine of the server, by whoever may read its data folder. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import {
  forgetSecrets,
  migrateToPostgresql,
  openBackup,
  readSettings,
  resetPasswordOf,
  restoreBackup,
  wrongSetting,
  type ServerSettings,
} from "@udt/server";
import { writeBackupFile } from "./backup-file.ts";
import { sizeText, terminalProgress } from "./progress.ts";

/** Asked wrongly: what is wrong, told above the command's usage. */
class WrongUse extends Error {}

interface Command {
  usage: string;
  run(args: string[], settings: ServerSettings): Promise<void>;
}

type OperatorCommand = "backup" | "restore" | "migrate" | "user" | "forget-secrets";

const COMMANDS: Readonly<Record<OperatorCommand, Command>> = {
  backup: {
    usage: `udt backup FILE [--with-secret-key]

Writes all that the server keeps (database, uploaded and recorded files) into one file, as it is at one moment. The server may
run or not. Without --with-secret-key the file has not the key that passwords and tokens in it are sealed with.`,
    run: backup,
  },
  restore: {
    usage: `udt restore FILE

Makes of a backup what it was made of, in an empty data folder (UDT_DATA_DIR) and, where UDT_DATABASE_URL names one, an
empty PostgreSQL, whichever of the two databases it came from. The server starts on it afterwards.`,
    run: restore,
  },
  migrate: {
    usage: `udt migrate

Moves the embedded database in UDT_DATA_DIR to the empty PostgreSQL that UDT_DATABASE_URL names. The server is stopped before.
Files and the secret key stay in the data folder; the old rows stay too, set aside, and no server starts on them by mistake.
Cut off at any point, it is run again.`,
    run: migrate,
  },
  user: {
    usage: `udt user reset EMAIL

Makes up a new password for this user, shows it once, removes their second factors, and ends all their sessions and their API
keys. Who signs in by a provider gets no password, and the rest all the same. The server may run or not.`,
    async run([what, email, ...more], settings) {
      if (what !== "reset" || !email || more.length > 0) throw new WrongUse("it takes reset and one address");
      const done = await resetPasswordOf(settings, email);
      const { password, state, sessions, keys, second_factor_ended, email: known } = done;
      console.log(
        password === null
          ? `${known} signs in by a provider and has no password here, so none was made.`
          : `${known} signs in with the password ${password} (shown this once; only a hash is kept).`,
      );
      console.log(`Sessions ended: ${sessions}. API keys ended: ${keys}.`);
      if (second_factor_ended)
        console.log(
          `The second factors are removed, passkeys among them: the ${password === null ? "provider" : "password"} alone signs in.`,
        );
      if (state !== "approved") console.log(`The account is ${state}: an administrator has to let them in.`);
    },
  },
  "forget-secrets": {
    usage: `udt forget-secrets

For when the secret key is lost for good. Empties every secret that the key there is cannot open (repositories' tokens and
passwords, webhooks' addresses, account files, authenticator apps), so that the server starts again and people enter them
anew. Who had an app signs in by a passkey or a recovery code and sets it up again, or you remove their second factors with
udt user reset.`,
    async run(args, settings) {
      if (args.length > 0) throw new WrongUse("it takes no arguments");
      const count = await forgetSecrets(settings);
      console.log(`Secrets that nobody could read any more, and that are gone: ${count}. The server can start again.`);
      if (count > 0)
        console.log(
          "People enter theirs anew. Whose authenticator app was among them signs in by a passkey or a recovery code, or is reset with udt user reset.",
        );
    },
  },
};

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Called off by Ctrl-C, and by what else ends a process in good order. */
async function callable<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const called = new AbortController();
  const stop = () => called.abort(new Error("it was called off"));
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    return await work(called.signal);
  } catch (error) {
    throw called.signal.aborted ? called.signal.reason : error;
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}

function fileOf(positionals: string[]): string {
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new WrongUse("it takes one file");
  return resolve(file);
}

function parsed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new WrongUse((error as Error).message);
  }
}

async function backup(args: string[], settings: ServerSettings): Promise<void> {
  const options = { "with-secret-key": { type: "boolean", default: false } } as const;
  const { values, positionals } = parsed(() => parseArgs({ args, options, allowPositionals: true }));
  const file = fileOf(positionals);
  const progress = terminalProgress();
  const head = await callable(async (signal) => {
    const made = await openBackup(settings, { with_secret_key: values["with-secret-key"] }, signal);
    const onBytes = (done: number) => progress.show("Writing", done, made.head.size_bytes);
    await writeBackupFile(file, made.bytes, { signal, onBytes }).finally(() => progress.end());
    return made.head;
  });
  console.log(
    `${file} holds ${head.rows} rows and ${head.blobs} files (${sizeText(head.size_bytes)} before compression).`,
  );
  if (head.has_secret_key) console.log("The secret key is in it: who has the file can read every secret.");
  else if (head.sealed_by.length > 0)
    console.log("The secret key is not in it: keep it apart, since passwords and tokens in the backup need it.");
  if (head.lost_blobs > 0)
    console.error(
      `${head.lost_blobs} files that the database names were lost before and are not in it; its manifest names them.`,
    );
}

async function restore(args: string[], settings: ServerSettings): Promise<void> {
  const { positionals } = parsed(() => parseArgs({ args, options: {}, allowPositionals: true }));
  const file = fileOf(positionals);
  const progress = terminalProgress();
  const { head, needs_secret_key } = await callable((signal) =>
    restoreBackup(settings, file, signal, ({ step, done_bytes, total_bytes }) =>
      progress.show(step === "checking" ? "Checking" : "Restoring", done_bytes, total_bytes),
    ).finally(() => progress.end()),
  );
  const made = new Date(head.created_at).toISOString();
  console.log(`Restored ${head.rows} rows and ${head.blobs} files, as they were at ${made}.`);
  if (needs_secret_key)
    console.log(
      `The secret key is not in the backup: put it at ${resolve(settings.data_dir, "secret.key")}, or set UDT_SECRET_KEY, before the server starts.`,
    );
}

async function migrate(args: string[], settings: ServerSettings): Promise<void> {
  if (args.length > 0) throw new WrongUse("it takes no arguments");
  const progress = terminalProgress();
  let step: string | undefined;
  const { rows, kept } = await callable((signal) =>
    migrateToPostgresql(settings, signal, (now) => {
      if (now.step !== step)
        console.log(now.step === "reading" ? "Reading the embedded database." : "Writing to PostgreSQL.");
      step = now.step;
      if (now.step === "writing") progress.show("Writing", now.done_bytes, now.total_bytes);
    }).finally(() => progress.end()),
  );
  console.log(
    rows === undefined
      ? "All rows had arrived in PostgreSQL before; the move is finished now."
      : `Moved ${rows} rows to PostgreSQL.`,
  );
  console.log(
    `Start the server with UDT_DATABASE_URL and the same data folder. The old rows are set aside in ${kept}.`,
  );
}

/** Runs one of the commands; the exit code is 0 when it was done, 1 when it could not be, 2 when it was asked wrongly. */
export async function runOperators(name: OperatorCommand, args: string[]): Promise<void> {
  const { usage, run } = COMMANDS[name];
  // What they keep is nobody else's on this machine to read.
  process.umask(0o077);
  if (args.includes("--help")) return console.log(usage);
  const settings = readSettings(process.env);
  try {
    if (!settings.ok) throw new WrongUse(wrongSetting(settings.error));
    await run(args, settings.value);
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    console.error(`udt ${name}: ${sentence}${error instanceof WrongUse ? `\n\n${usage}` : ""}`);
    process.exitCode = error instanceof WrongUse ? 2 : 1;
  }
}
