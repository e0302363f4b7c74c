import { AsyncLocalStorage } from 'node:async_hooks';
import type { Queries } from './database.ts';

interface Running {
  readonly queries: Queries;
  isOpen: boolean;
}

/**
 * Makes every query that is asked for while a transaction's callback runs a part of that transaction, however deep the
 * code that asks: what belongs together is written together or not at all. It also keeps the embedded database, which
 * has one connection, from waiting for itself. A transaction within a transaction becomes a savepoint.
 */
export function followTransactions(queries: Queries): Queries {
  const running = new AsyncLocalStorage<Running>();

  const transaction: Queries['transaction'] = (callback, config) =>
    findCurrent().transaction(async inner => {
      const opened: Running = { queries: inner, isOpen: true };
      try {
        return await running.run(opened, () => callback(inner));
      } finally {
        // What was begun in it and goes on afterwards asks the database itself again.
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
