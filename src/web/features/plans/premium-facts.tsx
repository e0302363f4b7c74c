import type { ConfigAnswer } from '#shared/api/config.ts';
import type { EngineOfVoices } from '#shared/api/voices.ts';
import { startSentence } from '../../lib/format.ts';
import type { Shop } from './find-shop.ts';

/** Who speaks the premium voices on this server. */
export function PremiumEngine({ engine }: { engine: EngineOfVoices }) {
  return (
    <>
      <h2>Who speaks the premium voices</h2>
      <p>{describeSpeaker(engine)}</p>
    </>
  );
}

function describeSpeaker({ name, isOffline, hasPremiumVoices, languages }: EngineOfVoices): string {
  if (isOffline)
    return 'On this server no provider of voices is connected: an offline engine speaks in their place, with a voice of its own for each. They differ in pitch and tone, but they sound like a machine, as the standard voices do.';
  if (hasPremiumVoices)
    return `${startSentence(name)} speaks them, with the voices that bear these names there, in ${languages.length} languages. The list of voices marks what does not fit your language.`;
  return `On this server ${name} speaks in their place. Each of them is given the one of its voices that comes nearest, so that several sound alike.`;
}

interface DataFactsProps {
  readonly engines: ConfigAnswer['engines'];
  readonly premium: EngineOfVoices;
  readonly shop: Shop | undefined;
  readonly hearsOfPayments: boolean;
}

/** What happens with what people give. */
export function DataFacts({ engines, premium, shop, hearsOfPayments }: DataFactsProps) {
  const providers = [engines.vision, engines.script, premium].filter(each => !each.isOffline);
  const names = [...new Set(providers.map(each => each.name))];
  return (
    <>
      <h2>What happens with your data</h2>
      <p>
        With every plan your video is looked at and deleted; it is never kept.{' '}
        {names.length === 0
          ? 'No AI provider is connected: nothing is passed on to anybody else.'
          : `Pictures, wish and script are passed on to who works with them: ${names.join(', ')}.`}{' '}
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
    </>
  );
}
