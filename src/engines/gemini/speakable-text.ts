import { cleanText } from '../provider/clean-text.ts';

/**
 * A script's words without the marks that the model performs and does not say: `<sigh>` is a sigh, `|yes|` another person
 * agreeing, and earlier models laugh at `[laughs]` (ai.google.dev/gemini-api/docs/speech-generation, "Markup"). The words
 * between them are the script's and are spoken. Round brackets stay round.
 */
export function toSpeakableText(text: string): string {
  return cleanText(text)
    .replace(/[<>|‹›＜＞｜]/gu, ' ')
    .replace(/\[/gu, '(')
    .replace(/\]/gu, ')');
}
