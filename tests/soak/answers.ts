/** What the product answered so far, and what of it nobody expected. */
export interface Answers {
  /** How often each came, by what was asked, its status and the code of its error. */
  readonly counts: ReadonlyMap<string, number>;
  /** What nobody expected: the first of each kind in words. */
  readonly unexpected: readonly string[];
  readonly unexpectedCount: number;
  /** By the first digit of their status; 0 counts connections that broke. */
  countsByClass(): readonly [broken: number, good: number, refused: number, failed: number];
  note(kind: string, answer: NotedAnswer, expected: readonly number[]): void;
  /** A process was killed: whoever was served by it is told so, with whatever code. */
  allowFaultsFor(ms: number): void;
}

export interface NotedAnswer {
  /** 0 for a connection that broke. */
  readonly status: number;
  /** Of its error, also of one that came as the last line of an answer that had begun well. */
  readonly code?: string | undefined;
}

/** The faults of stand-ins for providers come to whoever asks next, so that any narration may be told of them. */
const faultCodes = new Set([
  'provider_garbage',
  'provider_unavailable',
  'provider_busy',
  'provider_timeout',
  'content_refused',
]);

const mostToldUnexpected = 100;

export function createAnswers(): Answers {
  const counts = new Map<string, number>();
  const classes: [number, number, number, number] = [0, 0, 0, 0];
  const unexpected: string[] = [];
  let unexpectedCount = 0;
  let faultsUntilMs = 0;

  function isExpected({ status, code }: NotedAnswer, expected: readonly number[]): boolean {
    if (code !== undefined && faultCodes.has(code)) return true;
    if (code !== undefined && code !== 'internal' && performance.now() < faultsUntilMs) return true;
    // What began well may end with an error in its last line.
    const isError = status === 0 || status >= 400;
    return expected.includes(status) && (isError || code === undefined);
  }

  return {
    counts,
    unexpected,
    get unexpectedCount() {
      return unexpectedCount;
    },
    countsByClass: () => classes,
    note(kind, answer, expected) {
      const said = `${kind} ${answer.status || 'broken'}${answer.code === undefined ? '' : ` ${answer.code}`}`;
      counts.set(said, (counts.get(said) ?? 0) + 1);
      const at = answer.status === 0 ? 0 : answer.status < 400 ? 1 : answer.status < 500 ? 2 : 3;
      classes[at] += 1;
      if (isExpected(answer, expected)) return;
      unexpectedCount += 1;
      if (unexpected.length >= mostToldUnexpected) return;
      unexpected.push(`${new Date().toISOString()} ${said}`);
      console.log(`unexpected: ${said}`);
    },
    allowFaultsFor(ms) {
      faultsUntilMs = Math.max(faultsUntilMs, performance.now() + ms);
    },
  };
}
