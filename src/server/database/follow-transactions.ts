import { AsyncLocalStorage } from 'node:async_hooks';
import type { Queries } from './database.ts';

interface Running {
  readonly queries: Queries;
  isOpen: boolean;
}

/**
 * Makes every query issued inside a transaction's callback part of that transaction, at any depth of calls. Also
 * avoids a deadlock in the embedded database, which has one connection. A nested transaction becomes a savepoint.
 */
export function followTransactions(queries: Queries): Queries {
  const running = new AsyncLocalStorage<Running>();

  const transaction: Queries['transaction'] = (callback, config) =>
    findCurrent().transaction(async inner => {
      const opened: Running = { queries: inner, isOpen: true };
      try {
        return await running.run(opened, () => callback(inner));
      } finally {
        // Work that outlives the transaction uses the database directly again.
        opened.isOpen = false;
      }
    }, config);

  function findCurrent(): Queries {
    const found = running.getStore();
    return found?.isOpen ? found.queries : queries;
  }

  return new Proxy(queries, {
    get(_target, property) {
      if (property === 'transaction') return transaction;
      const current = findCurrent();
      const value: unknown = Reflect.get(current, property, current);
      return typeof value === 'function' ? value.bind(current) : value;
    },
  });
}
