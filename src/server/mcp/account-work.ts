import type { ScriptEngine } from '#engines/ports.ts';
import { apply, type Command } from '#shared/narration/commands.ts';
import type { Project } from '#shared/narration/project.ts';
import { type Account, openToAll, type Quota } from '../guards/guards.ts';
import type { Routes } from '../guards/routes.ts';
import type { Reply, Request } from '../http/app-types.ts';
import type { CountedUse } from '../limits/daily-limits.ts';
import type { NarrationParts } from '../narrations/narration-parts.ts';
import { settleFailure } from '../narrations/pass-lines.ts';

export interface AccountRequest {
  readonly parts: NarrationParts;
  readonly routes: Routes;
  readonly request: Request;
  readonly reply: Reply;
  readonly account: Account;
}

export interface Writing {
  readonly writer: ScriptEngine;
  readonly use: CountedUse;
  readonly signal: AbortSignal;
}

/** What the tools of a request to `/mcp` do for its account. */
export class AccountWork {
  readonly request: AccountRequest;

  constructor(request: AccountRequest) {
    this.request = request;
  }

  async list(search: string | undefined) {
    const query = { search, trash: false, offset: 0, limit: 100 };
    return await this.request.parts.projects.list(this.request.account.uid, query);
  }

  /** @throws CodedError `not_found` */
  async read(id: string): Promise<Project> {
    const { parts, request, account } = this.request;
    using _turn = await parts.projects.turns.begin(account.uid, request.work);
    return (await parts.projects.read(account.uid, id)).document;
  }

  /** Changes the stored project, whatever others changed meanwhile. @throws CodedError `not_found`, `too_large` */
  change(id: string, commands: readonly Command[]): Promise<Project> {
    return this.request.parts.projects.change(this.request.account.uid, id, project =>
      commands.reduce((before, command) => apply(before, command), project),
    );
  }

  /**
   * Does work of a writer that counts towards the account's day and adds to its costs.
   * @param cancelled fires when the client cancels
   * @param counted a script by default
   * @throws CodedError as the call `POST /api/script`, and `forbidden` for a token that may not change projects
   */
  async write<Result>(
    cancelled: AbortSignal,
    work: (writing: Writing) => Promise<Result>,
    counted: Pick<Quota, 'what' | 'amount'> = { what: 'script' },
  ): Promise<Result> {
    const { parts, routes, request, reply, account } = this.request;
    const signIn = { token: ['write projects', 'narrate'] } as const;
    const quota = { ...counted, isReported: false } as const;
    const guards = { ...openToAll, signIn, quota, atOnce: 'write' } as const;
    return await routes.admit({ request, reply, guards }, async ({ use }) => {
      const signal = AbortSignal.any([request.work, cancelled]);
      const charged = parts.costs.begin(use, account);
      try {
        const writer = charged.script(await parts.engines.script.choose(signal));
        return await work({ writer, use, signal });
      } catch (error) {
        throw await settleFailure(use, error);
      } finally {
        await charged.settle();
      }
    });
  }
}
