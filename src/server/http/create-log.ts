import { type DestinationStream, type LogFn, type Logger, pino } from 'pino';
import { describeForLog } from './describe-for-log.ts';

/**
 * The server's log: JSON lines, on the standard output if nowhere else, each with the id of its request. Whatever is handed to it as an
 * error, a request or an answer is told without addresses, texts or keys.
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

/** An error without a sentence would be told in its own words, and libraries quote addresses in theirs. */
function withoutQuotes([first, message]: Parameters<LogFn>): Parameters<LogFn> {
  if (typeof first === 'string') return [redactQuotes(first)];
  const error = first instanceof Error ? first : (first as { err?: unknown } | null)?.err;
  const isOwnText = error instanceof Error && message === error.message;
  return [first, typeof message !== 'string' || isOwnText ? noSentence : redactQuotes(message)];
}

function redactQuotes(text: string): string {
  return text.replace(/"[^"]*"/gu, '"…"');
}
