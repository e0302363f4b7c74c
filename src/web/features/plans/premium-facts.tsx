import type { ConfigAnswer } from '#shared/api/config.ts';
import type { EngineOfVoices } from '#shared/api/voices.ts';
import { languageNames } from '#shared/languages.ts';
import { premiumVoices } from '#shared/premium-voices.ts';
import { spellCount } from '#shared/spell-count.ts';
import { joinNames, startSentence } from '../../lib/format.ts';
import { findSpeaker, nameSpeaker, type Speakers } from '../voice-samples/public.ts';
import type { Shop } from './find-shop.ts';

/** Who speaks the premium voices on this server. */
export function PremiumEngine({ speakers }: { speakers: Speakers }) {
  return (
    <section>
      <h2>Who speaks the premium voices</h2>
      <p>{[describeSpeaker(speakers[0]), describeFurther(speakers)].filter(Boolean).join(' ')}</p>
    </section>
  );
}

function describeSpeaker(engine: EngineOfVoices): string {
  const { name, isOffline, hasPremiumVoices, languages } = engine;
  if (isOffline)
    return 'On this server no provider of voices is connected: an offline engine speaks in their place, with a voice of its own for each. They differ in pitch and tone, but they sound like a machine, as the standard voices do.';
  if (hasPremiumVoices)
    return `${startSentence(name)} speaks them, with the voices that bear these names there${languages.length > 0 ? `, in ${languages.length} languages` : ''}. The list of voices marks what does not fit your language.`;
  return `On this server ${name} speaks in their place, with ${countVoices(engine)}`;
}

/** How many voices really speak: the rest of the sentence. */
function countVoices({ differentVoices, unsharedVoices }: EngineOfVoices): string {
  if (differentVoices >= premiumVoices.length) return 'a voice of its own for each.';
  const nearest = 'Each name is given the one that comes nearest, so that several sound alike.';
  if (differentVoices > 1)
    return `${spellCount(differentVoices)} different voices, ${describeShared(differentVoices, unsharedVoices)}. ${nearest}`;
  return unsharedVoices === 0
    ? 'a single voice, which speaks the standard ones, too.'
    : 'a single voice, which speaks no standard one.';
}

function describeShared(differentVoices: number, unsharedVoices: number): string {
  if (unsharedVoices === differentVoices) return 'none of which speaks a standard one';
  if (unsharedVoices === 0) return 'all of which speak standard ones, too';
  return `${spellCount(unsharedVoices)} of which ${unsharedVoices === 1 ? 'speaks' : 'speak'} no standard one`;
}

/** Who speaks the languages that the first choice does not list; nothing where it lists all, or says nothing of them. */
function describeFurther(speakers: Speakers): string {
  const [first, ...others] = speakers;
  const further = languageNames.map(name => findSpeaker(speakers, name)).filter(speaker => speaker !== first);
  if (further.length === 0) return '';
  const names = others.filter(speaker => further.includes(speaker)).map(nameSpeaker);
  const speak = names.length === 1 ? 'speaks' : 'speak';
  return `For ${further.length} of the ${languageNames.length} languages, which it does not list, ${joinNames(names)} ${speak}.`;
}

interface DataFactsProps {
  readonly engines: ConfigAnswer['engines'];
  /** All that can speak, of every plan. */
  readonly speakers: readonly EngineOfVoices[];
  readonly shop: Shop | undefined;
  readonly hearsOfPayments: boolean;
}

/** What happens with what people give. */
export function DataFacts({ engines, speakers, shop, hearsOfPayments }: DataFactsProps) {
  const providers = [engines.vision, engines.script, ...speakers].filter(each => !each.isOffline);
  const names = [...new Set(providers.map(each => each.name))];
  return (
    <section>
      <h2>What happens with your data</h2>
      <p>
        With every plan your video is looked at and deleted; it is never kept.{' '}
        {names.length === 0
          ? 'No AI provider is connected: nothing is passed on to anybody else.'
          : `Pictures, prompt and script are passed on to who works with them: ${names.join(', ')}.`}{' '}
        Prompts and scripts are stored without a trace of you, with e-mail addresses and phone numbers blotted
        out, to make Benshi better.
      </p>
      {(shop || hearsOfPayments) && (
        <p>
          Your card or bank account is known to the payment provider only.{' '}
          {hearsOfPayments &&
            'This server is told your e-mail address, whether you have paid, and when it ends; when it has ended, the address is forgotten with the purchase.'}
        </p>
      )}
    </section>
  );
}
