/** The database inside a data folder cannot be opened. What it throws itself says seldom why, and is not always an error. */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError';
  readonly dataDir: string;

  constructor(dataDir: string, options: ErrorOptions) {
    super(`The database in ${dataDir} cannot be opened.`, options);
    this.dataDir = dataDir;
  }
}

/** The files are of a Postgres that this version of Benshi does not have. */
export class DatabaseVersionError extends Error {
  override name = 'DatabaseVersionError';
}

/** The Postgres of `DATABASE_URL` cannot be used. */
export class PostgresError extends Error {
  override name = 'PostgresError';

  constructor(options: ErrorOptions) {
    super('The database of DATABASE_URL cannot be used.', options);
  }
}
