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
 * Asks the providers of every role what they can do, which costs nothing, so that whoever runs the server reads in the log what
 * is amiss before a visitor finds it. One role after the other: a machine of one's own does one thing at a time best.
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

/** What whoever runs the server can do. */
const advice = {
  passedOver:
    'If that is not wanted, mend what the reasons say, or name who is to do it (VISION_PROVIDER, SCRIPT_PROVIDER, SPEECH_PROVIDER). npm run doctor tries it out.',
  unreached:
    'Mend what the reason says; the server need not be started anew. npm run doctor tries it out, and docs/guides/connect-an-ai.md says what each needs.',
  impaired: 'Narrations work, with less. Mend what the note says; npm run doctor shows when it is well.',
  ends: 'Name another model by the setting of its provider (docs/configuration.md), or set that to auto; then try it out with npm run doctor.',
} as const;

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
    log.warn(
      {
        work,
        provider,
        reasons: passedOver.map(({ loggedMessage }) => loggedMessage),
        advice: advice.passedOver,
      },
      'somebody else does this than was set up first',
    );
  const readiness = await engine.checkReadiness?.(signal);
  if (!readiness) return;
  if (readiness.kind !== 'ready') {
    const reason = readiness.error.loggedMessage;
    log.warn({ work, provider, reason, advice: advice.unreached }, 'nobody can do this at the moment');
    return;
  }
  const { model, found, note } = readiness;
  log.info({ work, provider, model, found }, 'somebody is ready to do this');
  if (note)
    log.warn(
      { work, provider, note, advice: advice.impaired },
      'somebody cannot do all of this at the moment',
    );
  const warning = describeEnd(readiness);
  if (warning) log.warn({ work, provider, warning, advice: advice.ends }, 'a model is about to end');
}
