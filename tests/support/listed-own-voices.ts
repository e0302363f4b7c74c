import type { ListedOwnVoice, OwnVoicesAnswer } from '#shared/api/voices.ts';
import type { LanguageName } from '#shared/languages.ts';

const languages: readonly LanguageName[] = ['English', 'German', 'French', 'Japanese'];
const styles = ['confident', 'soft-spoken', 'radio', 'playful', 'deep'];
const ages = ['young', 'middle-aged', 'old'] as const;

/** So many voices of one provider, as `GET /api/voices/own` lists them: "Voice 1" is German, female, young and radio. */
export function makeOwnVoices(count: number, more: Partial<ListedOwnVoice> = {}): OwnVoicesAnswer {
  const provider = 'elevenlabs';
  const voices = Array.from({ length: count }, (_, at): ListedOwnVoice => {
    const id = `voice-${at}`;
    return {
      voice: `${provider}:${id}`,
      provider,
      id,
      name: `Voice ${at}`,
      plan: 'standard',
      languages: [pick(languages, at)],
      sex: at % 2 === 0 ? 'male' : 'female',
      age: pick(ages, at + 2),
      tags: [pick(styles, at + 1), 'conversational'],
      description: `A voice for trials, number ${at}, with a description as vendors write them.`,
      ...more,
    };
  });
  return { voices, failures: [] };
}

function pick<Value>(values: readonly Value[], at: number): Value {
  return values[at % values.length] as Value;
}
