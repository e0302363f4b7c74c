import { CodedError, LoggedCause } from '#shared/errors.ts';

/** What the log may know of an error: names, codes and places in the source, and words that are our own. */
export interface ErrorFacts {
  readonly name: string;
  readonly code?: string;
  readonly message?: string;
  readonly stack?: string;
  readonly cause?: ErrorFacts;
  /** Where several errors became one. */
  readonly causes?: readonly ErrorFacts[];
}

const deepestCause = 4;
const mostCauses = 4;
const mostPlaces = 12;

/** A name as programs give them. Whatever else stands in its place may be somebody's words. */
const plainName = /^[\w.:$-]+$/u;
const longestName = 64;

/** A line of a stack: a function and a place in a file of this server, its libraries or Node. */
const place = /^ {4}at (?:[\w$.<>[\]# ]+ \()?(?:file:\/\/|node:|\/)[^()\n]+:\d+:\d+\)?$/u;
const longestPlace = 400;

/**
 * Describes an error without anybody's words, address or key. The text of any error but our own may repeat what a person
 * wrote: a query that failed names its values, a JSON error quotes the body, a wrong argument is shown as it was received.
 */
export function describeForLog(error: unknown, depth = 0): ErrorFacts {
  if (!(error instanceof Error)) return { name: typeof error };
  const isOurs = error instanceof CodedError || error instanceof LoggedCause;
  const code = 'code' in error ? String(error.code) : '';
  const causes = depth < deepestCause ? listCauses(error).slice(0, mostCauses) : [];
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

/** The errors that an error came of; of one that came up while clearing up after another, that other first. */
export function listCauses(error: Error): unknown[] {
  const joined: unknown[] = [];
  if (error instanceof SuppressedError) joined.push(error.suppressed, error.error);
  if (error instanceof AggregateError) joined.push(...error.errors);
  return error.cause === undefined ? joined : [...joined, error.cause];
}

/** The lines of a stack that follow its message, which may have lines of its own. */
function findPlaces({ message, stack = '' }: Error): string {
  const start = message === '' ? -1 : stack.indexOf(message);
  return stack
    .slice(start < 0 ? 0 : start + message.length)
    .split('\n')
    .filter(line => line.length <= longestPlace && place.test(line))
    .slice(0, mostPlaces)
    .join('\n');
}
