import { maxAnalysisCharacters } from '#shared/limits.ts';
import { cutBackToSentences } from '../provider/whole-sentences.ts';

const separator = '\n\n';

/** Notes of several requests as one text, in their order. Where they are too long together, each gives up its last sentences. */
export function joinNotes(notes: readonly string[]): string {
  const joined = notes.join(separator);
  if (joined.length <= maxAnalysisCharacters) return joined;
  const longest = Math.floor(maxAnalysisCharacters / notes.length) - separator.length;
  return notes
    .map(each => (each.length <= longest ? each : cutBackToSentences(each.slice(0, longest), 'en')))
    .join(separator);
}
