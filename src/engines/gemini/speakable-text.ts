import { cleanText } from '../provider/clean-text.ts';

/**
 * Removes marks that the model performs instead of speaking: `<sigh>` is a sigh, `|yes|` another person agreeing, and earlier
 * models laugh at `[laughs]` (ai.google.dev/gemini-api/docs/speech-generation, "Markup"). The words inside are spoken. Round
 * brackets stay.
 */
export function toSpeakableText(text: string): string {
  return cleanText(text)
    .replace(/[<>|‹›＜＞｜]/gu, ' ')
    .replace(/\[/gu, '(')
    .replace(/\]/gu, ')');
}
