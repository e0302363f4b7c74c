import { type LanguageCode, languages } from '#shared/languages.ts';

/** As in `en-us`, `pt_BR`, `de`; undefined for a language that we do not have. */
export function readLanguage(tag: string): LanguageCode | undefined {
  const [code = ''] = tag.toLowerCase().split(/[-_]/u);
  return languages.find(language => language.code === (otherCodes[code] ?? code))?.code;
}

/** What servers write for languages that BCP-47 would name otherwise. */
const otherCodes: Readonly<Record<string, LanguageCode>> = { no: 'nb', fil: 'tl', cmn: 'zh' };

/** Of a model that is a voice: `voice-de-thorsten-low`, `voice-en-us-amy-low`, `kokoros-ja`. */
export function findLanguageInName(model: string): LanguageCode | undefined {
  const tag = /^(?:voice|kokoros|piper)-(?<tag>[a-z]{2,3})(?:[-_]|$)/u.exec(model)?.groups?.tag;
  return tag === undefined ? undefined : readLanguage(tag);
}
