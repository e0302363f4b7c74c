import { createHmac, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setupHeader } from '#shared/api/setup.ts';
import { refuse } from '#shared/errors.ts';
import { setupErrors } from '#shared/messages/setup-errors.ts';
import type { Config } from '../config/config.ts';
import { writeWhole } from '../data-folder/open-data-folder.ts';
import type { Limit } from '../guards/guards.ts';
import type { Request } from '../http/app-types.ts';
import { isForOthers, isFromThisMachine, isSameSecret, isSentFromHere } from '../http/security.ts';
import { type RecentTries, takeTry } from '../limits/recent-tries.ts';
import { requireVisitor } from '../limits/require-visitor.ts';

const wrongKeys = { most: 10, windowSeconds: 60 };

/** Who may set up the AI: whoever has the key, or sits at the machine of a server that listens to nobody else. */
export class SetupAccess {
  readonly #config: Config;
  #key: string;

  private constructor(config: Config, key: string) {
    this.#config = config;
    this.#key = key;
  }

  /** With the key of the data folder, which is made at the first start. @param secret of the server */
  static async open(config: Config, secret: string): Promise<SetupAccess> {
    const access = new SetupAccess(config, await readSetupKey(config, secret));
    if (access.#key === '') await access.renew();
    return access;
  }

  /** A new key; the old one ends. */
  async renew(): Promise<void> {
    const key = randomBytes(18).toString('base64url');
    await writeWhole(findKeyPath(this.#config), key);
    this.#key = key;
  }

  /** The link that gives access, with the key where no server logs it. */
  describeLink(publicUrl: string): string {
    return `${publicUrl}/setup#key=${this.#key}`;
  }

  /** Whether the page needs no key for this request. A proxy on this machine looks local, but passes headers on. */
  isOperatorsOwn(request: Request): boolean {
    return this.#config.setup && !isForOthers(this.#config) && isFromThisMachine(request);
  }

  /**
   * Guards all calls of the set-up page. Counts a key before it compares it, and refunds the right one.
   * @param isOpen by default if there is the page
   */
  guard(recentTries: RecentTries, isOpen = this.#config.setup): Limit {
    return async (request, rest) => {
      const given = request.headers[setupHeader];
      if (!isOpen) throw refuse('forbidden', setupErrors.askOperator);
      if (typeof given !== 'string' || given === '') {
        if (this.isOperatorsOwn(request) && isSentFromHere(request)) return rest();
        throw refuse('forbidden', setupErrors.askOperator);
      }
      const what = ['setup key from', requireVisitor(request)];
      await takeTry(recentTries, what, wrongKeys);
      if (!isSameSecret(given, this.#key)) throw refuse('forbidden', setupErrors.wrongKey);
      await recentTries.refund(what);
      return rest();
    };
  }
}

/**
 * Processes that share a database have one key, by their common secret.
 * @returns empty before the first start
 */
export async function readSetupKey(config: Config, secret = ''): Promise<string> {
  if (config.databaseUrl !== undefined)
    return createHmac('sha256', secret).update('setup').digest('base64url');
  return (await readFile(findKeyPath(config), 'utf8').catch(() => '')).trim();
}

function findKeyPath({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'setup-key');
}
