import type { ConfigAnswer } from '#shared/api/config.ts';
import type { EngineOfVoices } from '#shared/api/voices.ts';
import { languageNames } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { planMessages } from '#shared/messages/plans.ts';
import { premiumVoices } from '#shared/premium-voices.ts';
import { findSpeaker, type Speakers } from '../voice-samples/public.ts';
import type { Shop } from './find-shop.ts';

/** The speakers of the premium voices on this server. */
export function PremiumEngine({ speakers }: { speakers: Speakers }) {
  const [first, ...others] = speakers;
  const further = languageNames.map(name => findSpeaker(speakers, name)).filter(each => each !== first);
  const names = others.filter(each => further.includes(each)).map(({ name }) => name);
  return (
    <section>
      <h2>{t(planMessages.premiumVoices)}</h2>
      <p>{describeSpeaker(first)}</p>
      {hasFewVoices(first) && <p>{describeShared(first)}</p>}
      {further.length > 0 && (
        <p>
          {t(planMessages.otherLanguages, {
            count: further.length,
            total: languageNames.length,
            names: names.join(', '),
          })}
        </p>
      )}
    </section>
  );
}

function describeSpeaker(engine: EngineOfVoices): string {
  const { name: provider, isOffline, hasPremiumVoices, languages, differentVoices } = engine;
  if (isOffline) return t(planMessages.spokenOffline);
  if (hasFewVoices(engine)) return t(planMessages.spokenByFew, { provider, count: differentVoices });
  if (!hasPremiumVoices) return t(planMessages.spokenByEnough, { provider });
  const count = languages.length;
  return count > 0
    ? t(planMessages.spokenByOwnIn, { provider, count })
    : t(planMessages.spokenByOwn, { provider });
}

/** It has no premium voices, and fewer voices than names. */
function hasFewVoices({ isOffline, hasPremiumVoices, differentVoices }: EngineOfVoices): boolean {
  return !isOffline && !hasPremiumVoices && differentVoices < premiumVoices.length;
}

/** How many of these voices the standard plan has, too. */
function describeShared({ differentVoices, unsharedVoices }: EngineOfVoices): string {
  if (unsharedVoices === 0) return t(planMessages.allShared);
  if (unsharedVoices === differentVoices) return t(planMessages.noneShared);
  return t(planMessages.someShared, { count: unsharedVoices });
}

interface DataFactsProps {
  readonly engines: ConfigAnswer['engines'];
  /** Of every plan. */
  readonly speakers: readonly EngineOfVoices[];
  readonly shop: Shop | undefined;
  readonly hearsOfPayments: boolean;
}

export function DataFacts({ engines, speakers, shop, hearsOfPayments }: DataFactsProps) {
  const providers = [engines.vision, engines.script, ...speakers].filter(
    each => !each.isOffline && !each.isLocal,
  );
  const names = [...new Set(providers.map(each => each.name))].join(', ');
  return (
    <section>
      <h2>{t(planMessages.data)}</h2>
      <p>{t(planMessages.videoDeleted)}</p>
      <p>{names === '' ? t(planMessages.noProvider) : t(planMessages.providers, { names })}</p>
      <p>{t(planMessages.redacted)}</p>
      {(shop || hearsOfPayments) && <p>{t(planMessages.paymentData)}</p>}
      {hearsOfPayments && <p>{t(planMessages.purchaseData)}</p>}
    </section>
  );
}
