import { cutBackToSentences } from '../../provider/whole-sentences.ts';

/** About 3,000 tokens: the rest of the model's context is for the prompt and the script. */
const longestNotes = 12_000;
const separator = '\n\n';

/** Notes on a long video that fit into the model's context: each paragraph loses as many of its last sentences. */
export function cutNotes(notes: string): string {
  if (notes.length <= longestNotes) return notes;
  const paragraphs = notes.split(separator);
  const longest = Math.max(1, Math.floor(longestNotes / paragraphs.length) - separator.length);
  return paragraphs
    .map(each => (each.length <= longest ? each : cutBackToSentences(each.slice(0, longest), 'en')))
    .join(separator)
    .slice(0, longestNotes);
}
