import type { Config } from '#server/config/config.ts';
import { listProviderAddresses } from '#server/engine-roles/providers.ts';
import { limitSignal } from '#shared/async/limit-time.ts';
import { withPostgres } from './check-postgres.ts';
import { type Found, isOnThisMachine, type Remark } from './found.ts';

interface OtherClock {
  readonly name: string;
  /** @returns undefined if the answer has no time */
  read(signal: AbortSignal): Promise<number | undefined>;
  readonly coarsenessMs: number;
}

const timeoutMs = 5000;
/** More than network delay and coarse clocks explain. */
const noticeableMs = 5000;
/** Far below what Stripe and Google allow (five minutes), so that it can be corrected in time. */
const wrongMs = 60_000;

/** Compares this machine's clock with that of the database or an AI provider on another machine, at no cost. No other server is asked. */
export async function checkClock(config: Config, signal: AbortSignal): Promise<Found> {
  const clocks = await listClocks(config);
  for (const clock of clocks) {
    using limited = limitSignal(timeoutMs, signal);
    const begun = Date.now();
    const theirs = await clock.read(limited.signal).catch(() => undefined);
    if (theirs === undefined) continue;
    const ended = Date.now();
    const aheadMs = (begun + ended) / 2 - (theirs + clock.coarsenessMs / 2);
    const unsureMs = (ended - begun + clock.coarsenessMs) / 2;
    return { about: new Date(ended).toISOString(), remarks: [judge(aheadMs, unsureMs, clock.name)] };
  }
  const asked =
    clocks.length === 0
      ? 'No server on another machine is set up to compare with'
      : 'No server answered with the time';
  const sentence = `${asked}. Check with timedatectl.`;
  return { about: new Date().toISOString(), remarks: [{ kind: 'note', sentence }] };
}

async function listClocks(config: Config): Promise<OtherClock[]> {
  const { databaseUrl } = config;
  const addresses = await listProviderAddresses(config);
  const providers = addresses.filter(url => !isOnThisMachine(new URL(url).hostname));
  const clocks = [...new Set(providers.map(url => new URL(url).origin))].map(toHttpClock);
  if (databaseUrl === undefined || isOnThisMachine(new URL(databaseUrl).hostname)) return clocks;
  return [toPostgresClock(databaseUrl), ...clocks];
}

function toPostgresClock(databaseUrl: string): OtherClock {
  return {
    name: `the database on ${new URL(databaseUrl).hostname}`,
    coarsenessMs: 0,
    read: () =>
      withPostgres(databaseUrl, async client => {
        const { rows } = await client.query<{ now: number }>(
          'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
        );
        return rows[0]?.now;
      }),
  };
}

/** Reads the `Date` header, which every answer has (RFC 9110, 6.6.1), also a refusal, in whole seconds. Sends no data. */
function toHttpClock(origin: string): OtherClock {
  return {
    name: new URL(origin).hostname,
    coarsenessMs: 1000,
    async read(signal) {
      const options = { method: 'HEAD', redirect: 'manual', cache: 'no-store', signal } as const;
      const { headers } = await fetch(`${origin}/`, options);
      const date = Date.parse(headers.get('date') ?? '');
      // The answer may come from a cache.
      const ageSeconds = Number(headers.get('age') ?? 0);
      return Number.isNaN(date + ageSeconds) ? undefined : date + ageSeconds * 1000;
    },
  };
}

function judge(aheadMs: number, unsureMs: number, name: string): Remark {
  const offMs = Math.max(0, Math.abs(aheadMs) - unsureMs);
  if (offMs <= noticeableMs) return { kind: 'ok', sentence: `It agrees with ${name}.` };
  const side = aheadMs > 0 ? 'ahead of' : 'behind';
  return {
    kind: offMs > wrongMs ? 'failed' : 'warning',
    sentence: `It is ${describeSpan(offMs)} ${side} ${name}. Sign-in links expire too early or too late, Stripe events and Google sign-ins fail, and certificates may be rejected. Run timedatectl set-ntp true.`,
  };
}

function describeSpan(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 120) return `${seconds} seconds`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
}
