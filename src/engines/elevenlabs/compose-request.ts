import type { SpeechRequest } from '../ports.ts';
import { cleanText } from '../provider/clean-text.ts';
import { getLanguageCode, type ModelFacts } from './models.ts';

/** The text before and after sets the tone; more than a few sentences changes nothing. */
const contextCharacters = 600;

/** Request body with only the fields that the model accepts. */
export function composeRequest(
  model: string,
  facts: ModelFacts,
  { text, language, previousText, nextText }: SpeechRequest,
) {
  const languageCode = getLanguageCode(facts, language);
  return {
    text: cleanText(text),
    model_id: model,
    ...(languageCode && { language_code: languageCode }),
    ...(facts.takesContext && previousText && { previous_text: cleanText(cutStart(previousText)) }),
    ...(facts.takesContext && nextText && { next_text: cleanText(cutEnd(nextText)) }),
  };
}

/** The end of the preceding text, from a whole word on. */
function cutStart(text: string): string {
  return text.length <= contextCharacters ? text : text.slice(-contextCharacters).replace(/^\S*\s+/u, '');
}

/** The start of the following text, up to a whole word. */
function cutEnd(text: string): string {
  if (text.length <= contextCharacters) return text;
  return text
    .slice(0, contextCharacters)
    .replace(/\s\S*$/u, '')
    .trimEnd();
}
