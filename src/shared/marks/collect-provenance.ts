import { getLanguage } from '../languages.ts';
import { getDescriptionKind, type LineOrigin, type Narration } from '../narration/project.ts';
import type { Provenance, VoiceSource } from './provenance.ts';
import { isSyntheticNotice } from './synthetic-notice.ts';

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
  const { language, writer, lines } = narration;
  return {
    text: findAuthor(narration),
    writer,
    isTranslated: lines.some(({ origin }) => origin === 'translated'),
    isDescription: getDescriptionKind(narration) !== undefined,
    voices,
    ...(hasRecording && { hasRecording }),
    language: language ? getLanguage(language).code : undetermined,
  };
}

/** Who made a file of several narrations. @param all at least one, whose language is that of the file */
export function joinProvenance([first, ...others]: readonly [Provenance, ...Provenance[]]): Provenance {
  const all = [first, ...others];
  const isKnown = all.every(({ text }) => text);
  const isSame = others.every(({ text }) => text === first.text);
  return {
    ...first,
    text: isSame ? first.text : isKnown ? 'ai and person' : undefined,
    writer: all.find(({ writer }) => writer)?.writer,
    isTranslated: all.some(({ isTranslated }) => isTranslated),
    voices: all.flatMap(({ voices }) => voices),
    ...(all.some(({ hasRecording }) => hasRecording) && { hasRecording: true }),
  };
}

/** Undefined for no text, and for a text that was written before its writer was kept. */
function findAuthor({ lines, writer }: Narration): Provenance['text'] {
  const origins = lines
    .filter(({ text }) => text.trim() !== '' && !isSyntheticNotice(text))
    .map(({ origin }) => origin);
  if (origins.length === 0) return undefined;
  const isByAi = (origin: LineOrigin) => origin === 'written' || origin === 'translated';
  if (!writer) return origins.some(isByAi) ? undefined : 'person';
  if (origins.every(origin => origin === 'imported')) return 'person';
  // A line that is edited may still be the writer's but for a word.
  return origins.every(isByAi) ? 'ai' : 'ai and person';
}
