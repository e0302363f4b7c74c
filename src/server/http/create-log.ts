import { type DestinationStream, type LogFn, type Logger, pino } from 'pino';
import { describeForLog } from './describe-for-log.ts';

/**
 * The server's log: JSON lines, on standard output by default, each with its request id. Logged errors, requests and
 * answers are reduced to facts without addresses, texts or keys.
 */
export function createLog(destination?: DestinationStream): Logger {
  const options = {
    level: 'info',
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: {
      err: describeForLog,
      req: () => undefined,
      res: () => undefined,
    },
    hooks: {
      logMethod(this: Logger, said: Parameters<LogFn>, method: LogFn) {
        method.apply(this, withoutQuotes(said));
      },
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

const noSentence = 'something was noticed';

/** Pino would log the error's own message, in which libraries quote user data. */
function withoutQuotes([first, message]: Parameters<LogFn>): Parameters<LogFn> {
  if (typeof first === 'string') return [redactQuotes(first)];
  const error = first instanceof Error ? first : (first as { err?: unknown } | null)?.err;
  const isOwnText = error instanceof Error && message === error.message;
  return [first, typeof message !== 'string' || isOwnText ? noSentence : redactQuotes(message)];
}

function redactQuotes(text: string): string {
  return text.replace(/"[^"]*"/gu, '"…"');
}
