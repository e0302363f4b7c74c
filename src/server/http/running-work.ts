import { waitAtMost } from '#shared/async/limit-time.ts';
import { CodedError } from '#shared/errors.ts';
import type { FilledMessage } from '#shared/messages/message.ts';
import type { App, Reply } from './app-types.ts';

interface WorkOwner {
  readonly uid: string;
  readonly tokenId?: string | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Fires when the client disconnects or the server stops. */
    work: AbortSignal;
    workOwner: WorkOwner | undefined;
  }
}

/** Requests in progress, so that a stop can wait for them and finally abort them. */
export type RunningWork = ReturnType<typeof trackWork>;

const maxListeners = 20;
const endingMs = 5000;

export function trackWork(app: App) {
  const running = new Map<Reply, AbortController>();
  const idleWaiters: (() => void)[] = [];
  let isClosing = false;

  app.decorateRequest('work');
  app.decorateRequest('workOwner');
  app.addHook('onRequest', async (request, reply) => {
    const controller = new AbortController();
    request.work = controller.signal;
    running.set(reply, controller);
    // Many parts listen for the end of an answer; Node warns of a leak from eleven listeners on.
    reply.raw.setMaxListeners(maxListeners);
    // "close" follows every answer: sent, cut off, or never begun.
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
    /** Refuses new work from now on; calls for operators are still answered. */
    close() {
      isClosing = true;
    },
    waitUntilIdle: () =>
      running.size === 0 ? Promise.resolve() : new Promise<void>(resolve => idleWaiters.push(resolve)),
    /** Waits for the requests that run now, not for later ones. */
    waitForPresent: () =>
      Promise.all([...running.keys()].map(({ raw }) => new Promise(resolve => raw.once('close', resolve)))),
    abortAll() {
      for (const controller of running.values())
        controller.abort(new CodedError('unavailable', { retryAfterSeconds: 5 }));
    },
    /** Aborts the requests of an account, or of one token, in this process. Resolves when they have ended, after a few seconds at most. */
    async endWorkOf(owner: { uid: string } | { tokenId: string }, message: FilledMessage) {
      const ended = [...running].map(async ([{ request, raw }, controller]) => {
        const { uid, tokenId } = request.workOwner ?? {};
        if ('uid' in owner ? uid !== owner.uid : tokenId !== owner.tokenId) return;
        controller.abort(new CodedError('unauthorized', { message }));
        await new Promise(resolve => raw.once('close', resolve));
      });
      await waitAtMost(endingMs, Promise.all(ended), () => undefined);
    },
  };
}
