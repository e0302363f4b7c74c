import { setImmediate } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';

/**
 * The embedded database works on the event loop, and its answers come without a turn of the loop between them: queries
 * that follow each other would hold up everybody else until the last. This one lets others go first after each.
 */
export class PatientPGlite extends PGlite {
  /** Every query passes here, those of a transaction too. */
  override async _runExclusiveQuery<T>(query: () => Promise<T>): Promise<T> {
    const result = await super._runExclusiveQuery(query);
    await setImmediate();
    return result;
  }
}
