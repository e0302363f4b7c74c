import type { FastifyBaseLogger } from 'fastify';
import type { DescribedEngine } from '#engines/ports.ts';
import type { EngineRoles } from './choose-engines.ts';
import { describeEnd } from './engine-roles/model-end.ts';
import type { Role } from './engine-roles/role.ts';

/** Asking that goes on in the background. */
export interface RoleCheck {
  /** Fulfilled when all were asked, or are not asked any more. */
  readonly done: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Asks the providers of every role what they can do and has them try out what costs nothing, so that whoever runs the server
 * reads in the log what is amiss before a visitor finds it. One role after the other: a machine of one's own does one thing
 * at a time best.
 */
export function checkRoles({ vision, script, speech }: EngineRoles, log: FastifyBaseLogger): RoleCheck {
  const stopped = new AbortController();
  const check = async () => {
    await checkRole('looking', vision, log, stopped.signal);
    await checkRole('writing', script, log, stopped.signal);
    await checkRole('speaking', speech.standard, log, stopped.signal);
    await checkRole('premium speaking', speech.premium, log, stopped.signal);
  };
  // Who is stopped need not say so.
  const done = check().catch(() => undefined);
  return {
    done,
    async stop() {
      stopped.abort();
      await done;
    },
  };
}

async function checkRole(
  work: string,
  role: Role<DescribedEngine>,
  log: FastifyBaseLogger,
  signal: AbortSignal,
): Promise<void> {
  const engine = await role.choose(signal);
  const provider = engine.provider.name;
  const { passedOver } = role;
  if (passedOver.length > 0)
    log.warn({ work, provider, reasons: passedOver }, 'somebody else does this than was set up first');
  const readiness = await engine.checkReadiness?.(signal);
  if (!readiness) return;
  if (readiness.kind !== 'ready') {
    log.warn({ work, provider, reason: readiness.reason }, 'nobody can do this at the moment');
    return;
  }
  const { model, found, note } = readiness;
  log.info({ work, provider, model, found }, 'somebody is ready to do this');
  if (note) log.warn({ work, provider, note }, 'somebody cannot do all of this at the moment');
  const warning = describeEnd(readiness);
  if (warning) log.warn({ work, provider, warning }, 'a model is about to end');
  await engine.warmUp?.(signal);
  const tried = await engine.checkReadiness?.(signal);
  if (tried?.kind === 'ready' && tried.found !== found)
    log.info({ work, provider, model, found: tried.found }, 'somebody was tried out');
}
