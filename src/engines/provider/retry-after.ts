const longestSeconds = 24 * 3600;

/**
 * A provider's wait time: `retry-after-ms`, else `retry-after` in seconds or as a date (RFC 9110, 10.2.3).
 * @returns whole seconds, at least 1 and at most a day; `undefined` if there is none
 */
export function getRetryAfterSeconds(headers: Headers, nowMs = Date.now()): number | undefined {
  const seconds =
    readMilliseconds(headers.get('retry-after-ms')) ?? readTime(headers.get('retry-after'), nowMs);
  if (seconds === undefined || !(seconds >= 0)) return undefined;
  return Math.min(Math.max(1, Math.ceil(seconds)), longestSeconds);
}

function readMilliseconds(text: string | null): number | undefined {
  const value = Number.parseFloat(text ?? '');
  return Number.isNaN(value) ? undefined : value / 1000;
}

function readTime(text: string | null, nowMs: number): number | undefined {
  if (text === null) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/u.test(text)) return Number(text);
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : (date - nowMs) / 1000;
}
