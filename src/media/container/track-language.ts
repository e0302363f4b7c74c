import type { InputTrack } from 'mediabunny';
import type { LanguageCode } from '#shared/languages.ts';

/** ISO 639-2/T codes, which containers use (the registry of the Library of Congress). */
const trackLanguages: Record<LanguageCode, string> = {
  en: 'eng',
  af: 'afr',
  ar: 'ara',
  hy: 'hye',
  az: 'aze',
  be: 'bel',
  bs: 'bos',
  bg: 'bul',
  ca: 'cat',
  zh: 'zho',
  hr: 'hrv',
  cs: 'ces',
  da: 'dan',
  nl: 'nld',
  et: 'est',
  fi: 'fin',
  fr: 'fra',
  gl: 'glg',
  de: 'deu',
  el: 'ell',
  he: 'heb',
  hi: 'hin',
  hu: 'hun',
  is: 'isl',
  id: 'ind',
  it: 'ita',
  ja: 'jpn',
  kn: 'kan',
  kk: 'kaz',
  ko: 'kor',
  lv: 'lav',
  lt: 'lit',
  mk: 'mkd',
  ms: 'msa',
  mr: 'mar',
  mi: 'mri',
  ne: 'nep',
  nb: 'nob',
  fa: 'fas',
  pl: 'pol',
  pt: 'por',
  ro: 'ron',
  ru: 'rus',
  sr: 'srp',
  sk: 'slk',
  sl: 'slv',
  es: 'spa',
  sw: 'swa',
  sv: 'swe',
  tl: 'tgl',
  ta: 'tam',
  th: 'tha',
  tr: 'tur',
  uk: 'ukr',
  ur: 'urd',
  vi: 'vie',
  cy: 'cym',
};

/** Of a track that is copied. Where a Matroska file has a BCP 47 tag, mediabunny reads its first part, which it does not write. */
export async function readTrackLanguage(track: InputTrack): Promise<string> {
  const code = await track.getLanguageCode();
  if (code.length === 3) return code;
  return Object.entries(trackLanguages).find(([tag]) => tag === code)?.[1] ?? 'und';
}

/** The BCP 47 tag of such a code; undefined for other languages. */
export function findLanguageTag(trackLanguage: string): string | undefined {
  return Object.entries(trackLanguages).find(([, code]) => code === trackLanguage)?.[0];
}

export function getTrackLanguage(code: LanguageCode): string {
  return trackLanguages[code];
}
