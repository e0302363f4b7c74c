import { waitAtMost } from '#shared/async/limit-time.ts';
import { CodedError } from '#shared/errors.ts';
import { accountErrors } from '#shared/messages/account-errors.ts';
import { fill } from '#shared/messages/message.ts';
import type { App, Reply } from './app-types.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Fires when nobody waits for the answer any more, or when the server has no more time. */
    work: AbortSignal;
    /** The account that a narration or speech is for. */
    workOwner: string | undefined;
  }
}

/** The requests that are being worked on, so that a stop can wait for them, and in the end stop them. */
export interface RunningWork {
  readonly isClosing: boolean;
  readonly count: number;
  /** From now on no new work is begun; what an operator asks is still answered. */
  close(): void;
  /** Resolves when no request is being worked on. */
  waitUntilIdle(): Promise<void>;
  /** Tells all that still run to end with an error that invites a new try. */
  abortAll(): void;
  /** Stops what this process does for an account, and resolves when it has ended, after a few seconds at most. */
  endWorkOf(uid: string): Promise<void>;
}

const mostListeners = 20;
const endingMs = 5000;

/** Gives every request its signal `request.work`, and keeps count. */
export function trackWork(app: App): RunningWork {
  const running = new Map<Reply, AbortController>();
  const idleWaiters: (() => void)[] = [];
  let isClosing = false;

  app.decorateRequest('work');
  app.decorateRequest('workOwner');
  app.addHook('onRequest', async (request, reply) => {
    const controller = new AbortController();
    request.work = controller.signal;
    running.set(reply, controller);
    // Many parts look after the end of an answer, each by itself; Node warns of a leak from eleven on.
    reply.raw.setMaxListeners(mostListeners);
    // "close" comes after every end of an answer: sent whole, cut off, or never begun.
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) controller.abort(new CodedError('client_closed'));
      running.delete(reply);
      if (running.size === 0) for (const wake of idleWaiters.splice(0)) wake();
    });
    if (isClosing && !request.routeOptions.config.isForOperators) {
      reply.header('connection', 'close');
      throw new CodedError('unavailable', { retryAfterSeconds: 5 });
    }
  });

  return {
    get isClosing() {
      return isClosing;
    },
    get count() {
      return running.size;
    },
    close() {
      isClosing = true;
    },
    waitUntilIdle: () =>
      running.size === 0 ? Promise.resolve() : new Promise(resolve => idleWaiters.push(resolve)),
    abortAll() {
      for (const controller of running.values())
        controller.abort(new CodedError('unavailable', { retryAfterSeconds: 5 }));
    },
    async endWorkOf(uid) {
      const ended = [...running].map(async ([{ request, raw }, controller]) => {
        if (request.workOwner !== uid) return;
        controller.abort(new CodedError('unauthorized', { message: fill(accountErrors.deleted) }));
        await new Promise(resolve => raw.once('close', resolve));
      });
      await waitAtMost(endingMs, Promise.all(ended), () => undefined);
    },
  };
}
