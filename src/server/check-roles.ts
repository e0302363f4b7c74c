import type { FastifyBaseLogger } from 'fastify';
import type { DescribedEngine } from '#engines/ports.ts';
import type { EngineRoles } from './choose-engines.ts';
import { describeEnd } from './engine-roles/model-end.ts';
import type { Role } from './engine-roles/role.ts';

/**
 * Asks the providers of every role what they can do, at no cost, so that problems are in the log
 * before a visitor meets them. One role at a time, because local AI servers handle single requests best.
 * @returns `done` resolves when all were asked, or the check was stopped
 */
export function checkRoles({ vision, script, speech, transcription }: EngineRoles, log: FastifyBaseLogger) {
  const stopped = new AbortController();
  const check = async () => {
    await checkRole('looking', vision, log, stopped.signal);
    await checkRole('writing', script, log, stopped.signal);
    await checkRole('speaking', speech.standard, log, stopped.signal);
    await checkRole('premium speaking', speech.premium, log, stopped.signal);
    if (transcription) await checkRole('transcribing', transcription, log, stopped.signal);
  };
  const done = check().catch(() => undefined);
  return {
    done,
    async stop() {
      stopped.abort();
      await done;
    },
  };
}

const advice = {
  passedOver:
    'To use the first provider, fix the reasons, or name the provider (VISION_PROVIDER, SCRIPT_PROVIDER, SPEECH_PROVIDER, TRANSCRIPTION_PROVIDER). Test it with npm run doctor.',
  unreached:
    'Fix the reason; no restart is needed. Test it with npm run doctor. docs/guides/connect-an-ai.md lists what each provider needs.',
  impaired: 'Narrations work with limits. Fix what the note says, and check it with npm run doctor.',
  ends: 'Set another model (docs/configuration.md) or auto, and test it with npm run doctor.',
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
      'another provider is used than the first one that is set up',
    );
  const readiness = await engine.checkReadiness?.(signal);
  if (!readiness) return;
  if (readiness.kind !== 'ready') {
    const reason = readiness.error.loggedMessage;
    log.warn({ work, provider, reason, advice: advice.unreached }, 'no provider can do this at the moment');
    return;
  }
  const { model, found, note } = readiness;
  log.info({ work, provider, model, found }, 'provider ready');
  if (note) log.warn({ work, provider, note, advice: advice.impaired }, 'the provider works only in part');
  const warning = describeEnd(readiness);
  if (warning) log.warn({ work, provider, warning, advice: advice.ends }, 'a model will be retired');
}
