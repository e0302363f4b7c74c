import type { FastifyBaseLogger } from 'fastify';
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

const methods = ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir'] as const;

/**
 * From here on, only the log is printed. Output of libraries, Node's warnings and uncaught errors may contain user
 * data; the log gets their name and location.
 */
export function guardOutput(log: FastifyBaseLogger): void {
  for (const method of methods)
    console[method] = (...said: unknown[]) => {
      const error = said.find(each => each instanceof Error) ?? new Error();
      const advice =
        'No action is needed unless something else fails. The location shows which library it was.';
      log.warn({ problem: describeForLog(error), advice }, 'a library wrote to the console');
    };
  process.removeAllListeners('warning');
  process.on('warning', warning => {
    const advice = 'No immediate action is needed. If this repeats, report it with this line.';
    log.warn({ problem: describeForLog(warning), advice }, 'Node warns');
  });
  process.on('uncaughtException', error => {
    const advice =
      'Restart the server, or let systemd or Docker restart it (docs/self-hosting.md). This is a bug: update to a newer version, or report it with this line.';
    log.fatal({ problem: describeForLog(error), advice }, 'uncaught error: the server exits');
    process.exit(1);
  });
}
