import type { SpeechRequest } from '../ports.ts';
import { cleanText, markIpa } from '../provider/written-text.ts';

export interface SpokenText extends Pick<SpeechRequest, 'text' | 'ipa'> {
  readonly voice: string;
  /** Of the text, such as `en-US`. */
  readonly locale: string;
  /** One that the voice has. */
  readonly style?: string | undefined;
  /** 1 is the voice's own. */
  readonly speed?: number | undefined;
}

/**
 * A document for one voice: …/speech-service/speech-synthesis-markup-structure, -voice and -pronunciation.
 * @returns also the characters that are charged: all within `<voice>`, Chinese ones twice (…/speech-service/text-to-speech, "Billable
 * characters")
 */
export function composeSsml({ text, ipa = [], voice, locale, style, speed = 1 }: SpokenText) {
  const said = markPhonemes(cleanText(text), ipa);
  const isForeign = /multilingual/iu.test(voice) && getCode(voice) !== getCode(locale);
  const inLanguage = isForeign ? wrap(`lang xml:lang="${escapeXml(locale)}"`, said) : said;
  const atSpeed = speed === 1 ? inLanguage : wrap(`prosody rate="${toRate(speed)}"`, inLanguage);
  const inner = style === undefined ? atSpeed : wrap(`mstts:express-as style="${escapeXml(style)}"`, atSpeed);
  const ssml = wrap(
    `speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xmlns:mstts="https://www.w3.org/2001/mstts" xml:lang="${escapeXml(locale)}"`,
    wrap(`voice name="${escapeXml(voice)}"`, inner),
  );
  return { ssml, characters: [...inner].length + (inner.match(/\p{Script=Han}/gu)?.length ?? 0) };
}

const getCode = (locale: string) => locale.split('-')[0];

const toRate = (speed: number) => `${speed > 1 ? '+' : ''}${Math.round((speed - 1) * 100)}%`;

function wrap(tag: string, inner: string): string {
  return `<${tag}>${inner}</${tag.split(' ')[0]}>`;
}

/** Private characters stand for the tags until the text is escaped, so that escapes are not searched. */
const [before, between, after] = ['\uE000', '\uE001', '\uE002'] as const;

function markPhonemes(text: string, ipa: NonNullable<SpeechRequest['ipa']>): string {
  const plain = text.replace(/[\uE000-\uE002]/gu, '');
  const marked = markIpa(plain, ipa, (word, sounds) => `${before}${sounds}${between}${word}${after}`);
  return escapeXml(marked)
    .replaceAll(before, '<phoneme alphabet="ipa" ph="')
    .replaceAll(between, '">')
    .replaceAll(after, '</phoneme>');
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Also drops what XML cannot hold. */
function escapeXml(text: string): string {
  return text.replace(/[\uFFFE\uFFFF]/gu, '').replace(/[&<>"']/gu, each => escapes[each] ?? each);
}
