import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import * as authSchema from './auth-schema.ts';
import * as tables from './schema.ts';

/** All tables: the product's own, and those that better-auth works on. */
export const schema = { ...tables, ...authSchema };

/** Either kind of database; both speak Postgres' SQL. */
export type Queries = PgDatabase<PgQueryResultHKT, typeof schema>;
