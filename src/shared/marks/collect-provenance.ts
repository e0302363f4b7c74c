import { getLanguage } from '../languages.ts';
import { getDescriptionKind, type Line, type Narration } from '../narration/project.ts';
import { isAlgorithmicVoice, type Provenance, type VoiceSource } from './provenance.ts';
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
