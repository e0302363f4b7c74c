import { CodedError, LoggedCause } from '#shared/errors.ts';

/** What the log may contain of an error: names, codes, source locations and our own texts. */
export interface ErrorFacts {
  readonly name: string;
  readonly code?: string;
  readonly message?: string;
  readonly stack?: string;
  readonly cause?: ErrorFacts;
  /** For an error with several causes. */
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

/** The stack lines after the message, which may have several lines. */
function findPlaces({ message, stack = '' }: Error): string {
  const start = message === '' ? -1 : stack.indexOf(message);
  return stack
    .slice(start < 0 ? 0 : start + message.length)
    .split('\n')
    .filter(line => line.length <= longestPlace && place.test(line))
    .slice(0, maxPlaces)
    .join('\n');
}
