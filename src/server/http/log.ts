import type { FastifyBaseLogger } from 'fastify';
import { type DestinationStream, type LogFn, type Logger, pino } from 'pino';
import { CodedError, LoggedCause } from '#shared/errors.ts';

/**
 * The server's log: JSON lines, on standard output by default, each with its request id. Logged errors, requests and
 * answers are reduced to facts without addresses, texts or keys.
 */
export function createLog(destination?: DestinationStream): Logger {
  const options = {
    level: 'info',
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeForLog, req: () => undefined, res: () => undefined },
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

interface ErrorFacts {
  readonly name: string;
  readonly code?: string;
  readonly message?: string;
  readonly stack?: string;
  readonly cause?: ErrorFacts;
  readonly causes?: readonly ErrorFacts[];
}

const deepestCause = 4;
const maxCauses = 4;
const maxPlaces = 12;

/** A plain identifier. Anything else may be user data. */
const plainName = /^[\w.:$-]+$/u;
const longestName = 64;

/** A stack line: a function and a location in a file of this server, its libraries or Node. */
const place = /^ {4}at (?:[\w$.<>[\]# ]+ \()?(?:file:\/\/|node:|\/)[^()\n]+:\d+:\d+\)?$/u;
const longestPlace = 400;

/**
 * Describes an error without user data, addresses or keys. Only our own errors' messages are safe: a failed query
 * contains its values, a JSON error quotes the body, and an invalid argument is shown as received.
 */
export function describeForLog(error: unknown, depth = 0): ErrorFacts {
  if (!(error instanceof Error)) return { name: typeof error };
  const isOurs = error instanceof CodedError || error instanceof LoggedCause;
  const code = 'code' in error ? String(error.code) : '';
  const causes = depth < deepestCause ? listCauses(error).slice(0, maxCauses) : [];
  const [cause, ...others] = causes.map(each => describeForLog(each, depth + 1));
  return {
    name: isPlainName(error.name) ? error.name : 'Error',
    ...(isPlainName(code) && { code }),
    ...(isOurs && { message: error instanceof CodedError ? error.loggedMessage : error.message }),
    ...(!isOurs && { stack: findPlaces(error) }),
    ...(cause && (others.length > 0 ? { causes: [cause, ...others] } : { cause })),
  };
}

function isPlainName(name: string): boolean {
  return name.length <= longestName && plainName.test(name);
}

/** The causes of an error; for an error during clean-up, the original error first. */
export function listCauses(error: Error): unknown[] {
  const joined: unknown[] = [];
  if (error instanceof SuppressedError) joined.push(error.suppressed, error.error);
  if (error instanceof AggregateError) joined.push(...error.errors);
  return error.cause === undefined ? joined : [...joined, error.cause];
}

function findPlaces({ message, stack = '' }: Error): string {
  const start = message === '' ? -1 : stack.indexOf(message);
  return stack
    .slice(start < 0 ? 0 : start + message.length)
    .split('\n')
    .filter(line => line.length <= longestPlace && place.test(line))
    .slice(0, maxPlaces)
    .join('\n');
}
