import type { Manner } from '#shared/speech.ts';
import type { SpeechRequest } from '../ports.ts';
import { cleanText, markIpa } from '../provider/written-text.ts';
import type { ModelFacts } from './models.ts';

/**
 * Audio tags for our manners. They are words of plain language, not a fixed set; a tag counts until the next. Those of the vendor's
 * examples where there is one: elevenlabs.io/docs/overview/capabilities/text-to-speech/best-practices, "Prompting Eleven v4",
 * eleven-v4 and elevenlabs.io/blog/elevenlabs-audio-tags-list. They describe a voice: other words may become a sound effect.
 */
const tags: Readonly<Record<Manner, string>> = {
  calm: 'calm voice',
  friendly: 'warmly',
  cheerful: 'happy',
  excited: 'excited',
  serious: 'serious, measured',
  sad: 'sad',
  angry: 'angry',
  whispering: 'whispers',
  shouting: 'shouting',
};

/** The text of a request: without marks of its own, with the tag of its manner and the model's marks for IPA. */
export function composeText(
  { text, manner, ipa = [] }: Pick<SpeechRequest, 'text' | 'manner' | 'ipa'>,
  facts: ModelFacts,
): string {
  const words = removeTags(cleanText(text), facts);
  const said = facts.ipa ? markIpa(words, ipa, ipaMarks[facts.ipa]) : words;
  return manner && facts.performsTags ? `[${tags[manner]}] ${said}` : said;
}

/** What a writer puts in square brackets is spoken: a model with tags would perform it. */
export function removeTags(text: string, { performsTags }: ModelFacts): string {
  return performsTags ? text.replace(/\[/gu, '(').replace(/\]/gu, ')') : text;
}

const ipaMarks = {
  slashes: (_: string, ipa: string) => `"/${ipa}/"`,
  phonemes: (word: string, ipa: string) =>
    `<phoneme alphabet="ipa" ph="${ipa.replace(/["<>&]/gu, '')}">${word}</phoneme>`,
};
