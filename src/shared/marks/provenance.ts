import type { Source } from '../api/fields.ts';
import { getLanguage } from '../languages.ts';
import { getDescriptionKind, type Line, type Narration } from '../narration/project.ts';
import { isSyntheticNotice } from './synthetic-notice.ts';

/** Who speaks; the voice's own name, such as "nova". */
export interface VoiceSource extends Partial<Source> {
  readonly name: string;
  /** It is made by rules alone, of no sampled speech. */
  readonly isAlgorithmic?: boolean | undefined;
}

export const offlineProviderName = 'the offline engine';

/** Of the offline engine only the English voices are trained (flite's, of recordings); the others are formants by rule (espeak-ng's). */
export function isAlgorithmicVoice(provider: string | undefined, languageCode: string): boolean {
  return provider === offlineProviderName && !['en', 'und'].includes(languageCode);
}

/** Who made what of a narration: what all marks are made of. */
export interface Provenance {
  /**
   * Who wrote the text. `ai and person`: each some of it. `unknown` is said; undefined, of documents that kept no writer, is not.
   */
  readonly text?: 'person' | 'ai' | 'ai and person' | 'unknown' | undefined;
  /** Who heard the words in the video. */
  readonly heardBy?: Source | undefined;
  /** Of some lines; `text` is of the others. */
  readonly isHeardInPart?: boolean | undefined;
  /** A machine changed what was written or heard. */
  readonly isRewritten?: boolean | undefined;
  /** Who wrote or translated what a person did not. */
  readonly writer?: Source | undefined;
  readonly isTranslated: boolean;
  readonly isDescription: boolean;
  /** Synthetic ones, in the order in which they are heard; none in a file without one. */
  readonly voices: readonly VoiceSource[];
  /** Some lines are a person's own recordings: all that are heard if there are no synthetic voices. */
  readonly hasRecording?: boolean | undefined;
  /** The sound has music of the user's own. */
  readonly hasMusic?: boolean | undefined;
  /** BCP 47. */
  readonly language: string;
}

/** What is marked: a sound of voices, a video or sound that is mixed with them, or a text. */
export type MarkedKind = 'voice' | 'mixed' | 'text';

/**
 * IPTC's digital source types, https://cv.iptc.org/newscodes/digitalsourcetype/. A mixed file is made from real pictures or sound and
 * synthetic voices. Where nobody knows of any, it may still have some. That a voice is only recorded, no file says. What an algorithm
 * made "not based on any sampled training data" has a type of its own; mixed, it is a composite, which need not be generative AI.
 */
export const digitalSourceTypes = {
  voice: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
  algorithmic: 'http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia',
  unknown: 'http://cv.iptc.org/newscodes/digitalsourcetype/composite',
  mixed: 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia',
} as const;

/** What stands in a file about how it was made, whatever the container calls it. */
export interface Marks {
  /** Such as "Benshi 0.1.0". */
  readonly software: string;
  /** One or two sentences, such as "Narration: synthetic voice, nova by PROVIDER (MODEL). Text: written by a person." */
  readonly sentence: string;
  /** IRI; undefined for a text that a person wrote, and where all voices are recorded. */
  readonly digitalSourceType: string | undefined;
  /** ISO 8601, in seconds. */
  readonly madeAt: string;
  /** Of providers, about their speech (C2PA), byte for byte: only mp3 and WAV keep them. */
  readonly manifests?: readonly Uint8Array[] | undefined;
}

/** BCP 47's tag for a language that nobody knows. */
export const undetermined = 'und';

/**
 * Who wrote and spoke a narration.
 * @param voices synthetic ones, in the order in which they are heard
 * @param hasRecording some of what is heard is a person's own recording
 */
export function collectProvenance(
  narration: Narration,
  voices: readonly VoiceSource[],
  hasRecording = false,
): Provenance {
  const { writer, lines } = narration;
  const language = narration.language ? getLanguage(narration.language).code : undetermined;
  const said = lines.filter(({ text }) => text.trim() !== '' && !isSyntheticNotice(text));
  const heardBy = said.find(line => line.heardBy)?.heardBy;
  const others = said.filter(line => !line.heardBy);
  const isHeardInPart = heardBy !== undefined && others.length > 0;
  return {
    text: findAuthor(isHeardInPart ? others : said, narration),
    writer,
    ...(heardBy && { heardBy, isHeardInPart }),
    ...(lines.some(wasRewritten) && { isRewritten: true }),
    isTranslated: lines.some(({ origin }) => origin === 'translated'),
    isDescription: getDescriptionKind(narration) !== undefined,
    voices: markAlgorithmic(voices, language),
    ...(hasRecording && { hasRecording }),
    language,
  };
}

export function markAlgorithmic(
  voices: readonly VoiceSource[],
  languageCode: string,
): readonly VoiceSource[] {
  return voices.map(voice =>
    isAlgorithmicVoice(voice.provider, languageCode) ? { ...voice, isAlgorithmic: true } : voice,
  );
}

/** Who made a file of several narrations. @param all at least one, whose language is that of the file */
export function joinProvenance([first, ...others]: readonly [Provenance, ...Provenance[]]): Provenance {
  const all = [first, ...others];
  const isSame = others.every(({ text }) => text === first.text);
  const unknown = all.find(({ text }) => text === undefined || text === 'unknown');
  const heard = all.find(({ heardBy }) => heardBy);
  const isHeardInPart = all.some(each => !each.heardBy || each.isHeardInPart);
  return {
    ...first,
    text: isSame ? first.text : unknown ? unknown.text : 'ai and person',
    writer: all.find(({ writer }) => writer)?.writer,
    ...(heard && { heardBy: heard.heardBy, isHeardInPart }),
    ...(all.some(({ isRewritten }) => isRewritten) && { isRewritten: true }),
    isTranslated: all.some(({ isTranslated }) => isTranslated),
    voices: all.flatMap(({ voices }) => voices),
    ...(all.some(({ hasRecording }) => hasRecording) && { hasRecording: true }),
  };
}

/** By a machine; until that is accepted, its text before is kept. */
function wasRewritten({ before, isRewritten }: Line): boolean {
  return before !== undefined || isRewritten === true;
}

/**
 * Undefined for no text, and for a text that was written before its writer was kept. Subtitles are `unknown`: a machine may have heard
 * them, and older documents did not keep whether it did.
 */
function findAuthor(said: readonly Line[], { writer, settings }: Narration): Provenance['text'] {
  if (said.length === 0) return undefined;
  const isWritten = ({ origin }: Line) => origin === 'written' || origin === 'translated';
  if (!writer && said.some(isWritten)) return undefined;
  if (settings.isSpokenSubtitles && said.some(({ origin, heardBy }) => origin === 'imported' && !heardBy))
    return 'unknown';
  const isByMachine = (line: Line) => isWritten(line) || (line.origin === 'imported' && line.heardBy);
  if (said.every(isByMachine)) return 'ai';
  const hasMachine = said.some(line => line.heardBy || wasRewritten(line));
  if (hasMachine) return 'ai and person';
  // A line that is edited may still be the writer's but for a word.
  return !writer || said.every(({ origin }) => origin === 'imported') ? 'person' : 'ai and person';
}
