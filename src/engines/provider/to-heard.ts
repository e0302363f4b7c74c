import { type LanguageName, languages } from '#shared/languages.ts';
import type { SpokenCue } from '#shared/script/cues.ts';
import type { Heard, HeardSegment } from '#shared/transcript/heard.ts';
import { findMainLanguage } from '#shared/transcript/join-pieces.ts';
import { cleanText } from './written-text.ts';

/** So that no segment is empty. */
const minSeconds = 0.01;
/** Longer texts in brackets are speech. */
const longestSoundName = 60;
const maxSpeakerName = 50;

/** A text that names a sound: `[Music]`, `(laughter)`, `*applause*`, `♪`. */
const soundText = /^[[(（【*♪]+(?:[\])）】]*|(?<name>[^[(（【\])）】*♪][^\])）】*♪]*)[\])）】*♪]*)$/u;
/** What whisper.cpp and others write where nothing is heard. */
const silence = /^(?:blank[ _]?audio|silence|no speech|pause)$/iu;

/**
 * A recogniser's segments as a transcript: in order of their starts, with times inside the sound, without empty texts.
 * @param language of the whole sound, as the provider writes it
 */
export function toHeard(
  segments: readonly HeardSegment[],
  durationSeconds: number,
  language?: string | null,
): Heard {
  const heard = segments
    .flatMap(segment => cleanSegment(segment, durationSeconds) ?? [])
    .toSorted((one, other) => one.startSeconds - other.startSeconds);
  const mostUsed = findLanguage(language) ?? findMainLanguage(heard);
  return { segments: heard, ...(mostUsed && { language: mostUsed }) };
}

/** The whole sound as one segment, for a provider without times. */
export function toWholeSegment(text: string, durationSeconds: number): HeardSegment {
  return { startSeconds: 0, endSeconds: durationSeconds, text };
}

function cleanSegment(segment: HeardSegment, durationSeconds: number): HeardSegment | undefined {
  const cue = cleanCue(segment, durationSeconds);
  const { isSound, name } = findSound(cue.text, segment.isSound);
  const text = isSound ? name : cue.text;
  if (text === '' || silence.test(text)) return undefined;
  const { language, confidence, speaker, words } = segment;
  return {
    ...cue,
    text,
    ...(isSound && { isSound }),
    ...(language && { language }),
    ...(confidence !== undefined && { confidence: Math.min(Math.max(confidence, 0), 1) }),
    ...(speaker && { speaker: speaker.slice(0, maxSpeakerName) }),
    ...(words && words.length > 0 && !isSound && { words: cleanWords(words, durationSeconds) }),
  };
}

function cleanWords(words: readonly SpokenCue[], durationSeconds: number): SpokenCue[] {
  return words
    .map(word => cleanCue(word, durationSeconds))
    .filter(({ text }) => text !== '')
    .toSorted((one, other) => one.startSeconds - other.startSeconds);
}

/** Moves times that lie outside of the sound to its ends. */
function cleanCue({ startSeconds, endSeconds, text }: SpokenCue, durationSeconds: number): SpokenCue {
  const start = Math.min(Math.max(startSeconds, 0), Math.max(durationSeconds - minSeconds, 0));
  return {
    startSeconds: start,
    endSeconds: Math.min(Math.max(endSeconds, start + minSeconds), durationSeconds),
    text: cleanText(text).replace(/\s+/gu, ' ').trim(),
  };
}

function findSound(text: string, isKnown = false): { isSound: boolean; name: string } {
  const found = text.length <= longestSoundName ? soundText.exec(text) : null;
  if (!found) return { isSound: isKnown, name: text };
  const name = found.groups?.name?.trim();
  return { isSound: true, name: name || (text.includes('♪') ? 'music' : '') };
}

/** By codes in their canonical form, by our names, and by names of Whisper that are not ours (`tokenizer.py`). */
const byTag: ReadonlyMap<string, LanguageName> = new Map<string, LanguageName>([
  ...languages.map(({ code, name }) => [toCode(code) ?? code, name] as const),
  ...languages.map(({ name }) => [name.toLowerCase(), name] as const),
  ['mandarin', 'Chinese'],
  ['cantonese', 'Chinese'],
  ['castilian', 'Spanish'],
  ['valencian', 'Catalan'],
  ['flemish', 'Dutch'],
  ['moldavian', 'Romanian'],
  ['moldovan', 'Romanian'],
]);

/** The language of a provider's code or English name, such as `en`, `pt-BR`, `deu`, `english`; undefined if it is none of ours. */
export function findLanguage(tag: string | null | undefined): LanguageName | undefined {
  const plain = tag?.trim().toLowerCase() ?? '';
  return byTag.get(toCode(plain.split(/[-_]/u)[0] ?? '') ?? plain);
}

/** ISO 639-3 becomes 639-1 where there is one. */
function toCode(language: string): string | undefined {
  if (!/^[a-z]{2,3}$/u.test(language)) return undefined;
  const [tag = ''] = Intl.getCanonicalLocales(language);
  return tag === 'no' || tag === 'nn' ? 'nb' : tag;
}
