import { findErrorCode } from '../find-error-code.ts';

/** A sentence about the database of `DATABASE_URL`, without its password. */
export function explainPostgres(error: unknown, databaseUrl: string): string {
  const { host, hostname, pathname, username } = new URL(databaseUrl);
  const code = findErrorCode(error);
  switch (code) {
    case 'ECONNREFUSED':
      return `No database answers at ${host}. Start it, or correct DATABASE_URL.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host ${hostname} of DATABASE_URL is not known. Correct it, or see to it that its name can be found.`;
    case '28P01':
    case '28000':
      return `The database at ${host} refuses the user ${username} or the password of DATABASE_URL. Correct them.`;
    case '3D000':
      return `There is no database ${pathname.slice(1)} at ${host}. Make it with createdb, or correct DATABASE_URL.`;
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case undefined:
      return `The database at ${host} does not answer. See whether it runs and can be reached from here, or correct DATABASE_URL.`;
    default:
      return `The database at ${host} cannot be used (${code}). Its own log says more; or correct DATABASE_URL.`;
  }
}
