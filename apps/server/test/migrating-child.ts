/** Opens a database with the migrations that it is told, to be killed meanwhile. */
import { openDatabase, type DatabaseTarget } from "../src/platform/database/database.ts";

const { target, folder } = JSON.parse(process.env["MIGRATE"]!) as { target: DatabaseTarget; folder: string };
await openDatabase(target, { migrations: { folder } });
