import type { Config } from '#server/config/config.ts';
import { openDataFolder } from '#server/data-folder/open-data-folder.ts';
import type { Database } from '#server/database/database.ts';
import { openDatabase } from '#server/database/open-database.ts';

interface ServerData {
  readonly database: Database;
  /** With which the server signs. */
  readonly secret: string;
}

/** Opens the server's database. Fails for the embedded one while the server runs. */
export async function withDatabase(config: Config, use: (data: ServerData) => Promise<void>): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const openFolder = async () => opened.adopt(await openDataFolder(config.dataDir), each => each.release());
  // With Postgres the server keeps its folder.
  const folder = config.databaseUrl === undefined ? await openFolder() : undefined;
  const database = opened.adopt(await openDatabase(config), each => each.close());
  await use({ database, secret: config.authSecret ?? folder?.secret ?? '' });
}
