import type { FastifyBaseLogger } from 'fastify';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError, type ErrorCode, errorCatalogue, errorCodes } from '#shared/errors.ts';
import type { Queries } from '../database/queries.ts';
import { acceptsLines } from '../http/answer-with-progress.ts';
import type { Reply, Request } from '../http/app-types.ts';
import { describeForLog } from '../http/describe-for-log.ts';
import { toCodedError } from '../http/to-coded-error.ts';
import { ContentDigest } from './content-digest.ts';
import { type KeyClaim, KeyStore, type KeyTimes } from './key-store.ts';
import { SharedCall, type Work } from './shared-call.ts';

export interface KeyedCallLimits extends KeyTimes {
  /** How long an answer is kept after its end. */
  readonly keepSeconds: number;
  /** Of each owner, so that nobody's answers take the room of others'. */
  readonly mostKeptOfOwner: KeptAnswers;
  readonly mostKept: KeptAnswers;
}

/** The oldest answers go before there are more. */
interface KeptAnswers {
  readonly count: number;
  /** Of all together, on the disk. */
  readonly bytes: number;
}

export const defaultKeyedCallLimits: KeyedCallLimits = {
  leaseSeconds: 30,
  rememberSeconds: 24 * 3600,
  keepSeconds: 10 * 60,
  mostKeptOfOwner: { count: 20, bytes: 128 * 1024 * 1024 },
  mostKept: { count: 200, bytes: 512 * 1024 * 1024 },
};

interface KeyedCallParts {
  readonly queries: Queries;
  readonly secret: string;
  readonly log: FastifyBaseLogger;
  /** For answers that are kept. */
  readonly folder: string;
  readonly limits: KeyedCallLimits;
}

/** One request with a key. */
export interface KeyedRequest {
  /** Takes what is asked for. */
  readonly digest: ContentDigest;
  /** Whether somebody asked for it already. */
  isKnown(): Promise<boolean>;
  /**
   * Does the work, or waits for whoever asked for the same before, and answers what came of it.
   * @param form is given back when the work has ended; at once where it need not be done
   * @throws CodedError as `KeyStore.claim` does, and what the work throws
   */
  answer(reply: Reply, form: AsyncDisposable | undefined, work: Work): Promise<Reply>;
}

/** What failed so may succeed with the next try. */
const worthAnotherTry: ReadonlySet<string> = new Set<ErrorCode>([
  'upload_too_slow',
  'conflict',
  'rate_limited',
  'client_closed',
]);

/**
 * Calls that are done once, however often they are sent under one `Idempotency-Key`. All who ask while it is done get the
 * same answer as it comes, and those who ask in the minutes after it, too; later, and at other processes, they are told that it
 * was done. A failure that may pass is not kept.
 */
export class KeyedCalls {
  readonly #parts: KeyedCallParts;
  readonly #store: KeyStore;
  /** By the hash of their key. */
  readonly #calls = new Map<string, SharedCall>();
  /** Of these, those that have ended, the oldest first. */
  readonly #kept = new Map<SharedCall, NodeJS.Timeout>();

  constructor(parts: KeyedCallParts) {
    this.#parts = parts;
    this.#store = new KeyStore(parts.queries, parts.secret, parts.limits);
  }

  /** @param owner whose key it is: an account, or an address as `requireVisitor` gives it */
  open(request: Request, owner: string, plainKey: string): KeyedRequest {
    const key = this.#store.hash(owner, `${request.method} ${request.routeOptions.url}`, plainKey);
    const digest = new ContentDigest(this.#parts.secret);
    digest.add(acceptsLines(request) ? 'lines' : 'whole');
    return {
      digest,
      isKnown: async () => this.#calls.has(key) || (await this.#store.isKnown(key)),
      answer: (reply, form, work) =>
        this.#answer({ request, owner, key, fingerprint: digest.read() }, reply, form, work),
    };
  }

  /** Stops what is being done, and forgets all answers. */
  async close(): Promise<void> {
    const calls = [...this.#calls.values()];
    for (const call of calls) call.stop(new CodedError('unavailable', { retryAfterSeconds: 5 }));
    await Promise.all(calls.map(({ ended }) => ended));
    for (const call of this.#kept.keys()) this.#forget(call);
  }

  async #answer(asked: Asked, reply: Reply, form: AsyncDisposable | undefined, work: Work): Promise<Reply> {
    const { request, key, fingerprint } = asked;
    const other = await this.#findCall(key);
    requireNotCancelled(request.work);
    const call = other ?? this.#begin(asked, form, work);
    using _waiting = call.enter(request.work);
    if (other) {
      await form?.[Symbol.asyncDispose]();
      if (other.fingerprint !== fingerprint) throw new CodedError('key_reused');
    }
    return await call.passOn(request, reply);
  }

  /** Of one that is being stopped nobody gets an answer: whoever comes meanwhile waits for its end, and begins another. */
  async #findCall(key: string): Promise<SharedCall | undefined> {
    const call = this.#calls.get(key);
    if (call?.isStopped) await call.ended;
    return this.#calls.get(key);
  }

  #begin({ request, ...identity }: Asked, form: AsyncDisposable | undefined, work: Work): SharedCall {
    const call = new SharedCall(identity, request, this.#parts.folder, async () => {
      const outcome = await this.#do(call, form, work);
      await this.#end(call, outcome);
      call.publish(outcome.thrown);
    });
    this.#calls.set(call.key, call);
    return call;
  }

  async #do(call: SharedCall, form: AsyncDisposable | undefined, work: Work): Promise<Outcome> {
    let claim: KeyClaim | undefined;
    try {
      await using _form = form;
      claim = await this.#store.claim(call.key, call.fingerprint);
      using _lease = this.#hold(claim);
      return { claim, failure: await call.do(work), thrown: undefined };
    } catch (error) {
      return { claim, failure: toCodedError(error), thrown: { error } };
    }
  }

  #hold(claim: KeyClaim): Disposable {
    const renew = () => this.#store.renew(claim).catch(() => {});
    const timer = setInterval(renew, (this.#parts.limits.leaseSeconds * 1000) / 3).unref();
    return { [Symbol.dispose]: () => clearInterval(timer) };
  }

  /** Before anybody hears how it ended: whoever tries again at once shall not meet this one. */
  async #end(call: SharedCall, { claim, failure }: Outcome): Promise<void> {
    try {
      if (claim && isFinal(failure?.code)) {
        this.#keep(call);
        await this.#store.finish(claim);
      } else if (claim) await this.#store.release(claim);
    } catch (error) {
      // The claim ends by itself.
      const advice =
        'Whoever sends the same request again within a minute is told to wait. If it comes again, npm run doctor says what is wrong with the database.';
      this.#parts.log.warn(
        { problem: describeForLog(error), advice },
        'an idempotency key could not be written down',
      );
    } finally {
      if (!this.#kept.has(call)) await this.#drop(call);
    }
  }

  #keep(call: SharedCall): void {
    const { keepSeconds, mostKeptOfOwner, mostKept } = this.#parts.limits;
    const timer = setTimeout(() => this.#forget(call), keepSeconds * 1000).unref();
    this.#kept.set(call, timer);
    this.#forgetOldest(
      [...this.#kept.keys()].filter(({ owner }) => owner === call.owner),
      mostKeptOfOwner,
    );
    this.#forgetOldest([...this.#kept.keys()], mostKept);
  }

  #forgetOldest(calls: readonly SharedCall[], most: KeptAnswers): void {
    let bytes = calls.reduce((sum, each) => sum + each.byteLength, 0);
    for (const [index, oldest] of calls.entries()) {
      if (calls.length - index <= most.count && bytes <= most.bytes) return;
      bytes -= oldest.byteLength;
      this.#forget(oldest);
    }
  }

  #forget(call: SharedCall): void {
    clearTimeout(this.#kept.get(call));
    this.#kept.delete(call);
    this.#drop(call).catch(() => {});
  }

  async #drop(call: SharedCall): Promise<void> {
    this.#calls.delete(call.key);
    await call.forget();
  }
}

interface Asked {
  readonly request: Request;
  readonly owner: string;
  readonly key: string;
  readonly fingerprint: string;
}

interface Outcome {
  /** Undefined where another process has it. */
  readonly claim: KeyClaim | undefined;
  /** Undefined where all went well. */
  readonly failure: { readonly code: string } | undefined;
  /** Where it was thrown; else the answer itself tells of the failure. */
  readonly thrown: { readonly error: unknown } | undefined;
}

/** Whether asking again would come to the same. */
function isFinal(failure: string | undefined): boolean {
  if (failure === undefined) return true;
  const code = errorCodes.find(each => each === failure) ?? 'internal';
  return errorCatalogue[code][0] < 500 && !worthAnotherTry.has(code);
}
