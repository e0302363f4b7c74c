import { createHash } from 'node:crypto';
import { type Language, type LanguageCode, languages } from '#shared/languages.ts';
import { voiceCatalogue } from '#shared/voice-catalogue.ts';
import { allVoices, isStandardVoice, type Voice } from '#shared/voices.ts';
import { type AtSpeed, addSpeeds } from '../openai-compatible/speech-voices.ts';

/**
 * Women and men of each language's main locale, without `Neural`: learn.microsoft.com/azure/ai-services/speech-service/language-support
 * (`tts`), 2025-10. Generally available voices only, which every region has; no children. Belarusian and Maori are not listed there.
 */
const table: Partial<Readonly<Record<LanguageCode, readonly [locale: string, women: string, men: string]>>> =
  {
    en: [
      'en-US',
      'Ava Aria Emma Jenny Jane Sara Nancy Michelle Amber Ashley Cora Elizabeth Monica Luna',
      'Andrew Guy Brian Davis Jason Tony Christopher Eric Jacob Roger Steffan Brandon Kai',
    ],
    af: ['af-ZA', 'Adri', 'Willem'],
    ar: ['ar-SA', 'Zariyah', 'Hamed'],
    hy: ['hy-AM', 'Anahit', 'Hayk'],
    az: ['az-AZ', 'Banu', 'Babek'],
    bs: ['bs-BA', 'Vesna', 'Goran'],
    bg: ['bg-BG', 'Kalina', 'Borislav'],
    ca: ['ca-ES', 'Joana Alba', 'Enric'],
    zh: [
      'zh-CN',
      'Xiaoxiao Xiaoyi Xiaohan Xiaomo Xiaorui Xiaozhen Xiaoyan',
      'Yunxi Yunjian Yunyang Yunfeng Yunze Yunjie',
    ],
    hr: ['hr-HR', 'Gabrijela', 'Srecko'],
    cs: ['cs-CZ', 'Vlasta', 'Antonin'],
    da: ['da-DK', 'Christel', 'Jeppe'],
    nl: ['nl-NL', 'Fenna Colette', 'Maarten'],
    et: ['et-EE', 'Anu', 'Kert'],
    fi: ['fi-FI', 'Selma Noora', 'Harri'],
    fr: [
      'fr-FR',
      'Denise Brigitte Celeste Coralie Jacqueline Josephine Yvette',
      'Henri Alain Claude Jerome Maurice Yves',
    ],
    gl: ['gl-ES', 'Sabela', 'Roi'],
    de: [
      'de-DE',
      'Katja Amala Elke Klarissa Louisa Maja Tanja',
      'Conrad Bernd Christoph Kasper Killian Klaus Ralf',
    ],
    el: ['el-GR', 'Athina', 'Nestoras'],
    he: ['he-IL', 'Hila', 'Avri'],
    hi: ['hi-IN', 'Swara Ananya Aarti Kavya', 'Madhur Aarav Arjun Kunal Rehaan'],
    hu: ['hu-HU', 'Noemi', 'Tamas'],
    is: ['is-IS', 'Gudrun', 'Gunnar'],
    id: ['id-ID', 'Gadis', 'Ardi'],
    it: [
      'it-IT',
      'Elsa Isabella Fabiola Fiamma Imelda Irma Palmira',
      'Diego Benigno Calimero Cataldo Gianni Giuseppe Lisandro Rinaldo',
    ],
    ja: ['ja-JP', 'Nanami Aoi Mayu Shiori', 'Keita Daichi Naoki'],
    kn: ['kn-IN', 'Sapna', 'Gagan'],
    kk: ['kk-KZ', 'Aigul', 'Daulet'],
    ko: ['ko-KR', 'SunHi JiMin SeoHyeon SoonBok YuJin', 'InJoon BongJin GookMin Hyunsu'],
    lv: ['lv-LV', 'Everita', 'Nils'],
    lt: ['lt-LT', 'Ona', 'Leonas'],
    mk: ['mk-MK', 'Marija', 'Aleksandar'],
    ms: ['ms-MY', 'Yasmin', 'Osman'],
    mr: ['mr-IN', 'Aarohi', 'Manohar'],
    ne: ['ne-NP', 'Hemkala', 'Sagar'],
    nb: ['nb-NO', 'Pernille Iselin', 'Finn'],
    fa: ['fa-IR', 'Dilara', 'Farid'],
    pl: ['pl-PL', 'Agnieszka Zofia', 'Marek'],
    pt: [
      'pt-BR',
      'Francisca Brenda Elza Giovanna Leila Manuela Thalita Yara',
      'Antonio Donato Fabio Humberto Julio Nicolau Valerio',
    ],
    ro: ['ro-RO', 'Alina', 'Emil'],
    ru: ['ru-RU', 'Svetlana Dariya', 'Dmitry'],
    sr: ['sr-RS', 'Sophie', 'Nicholas'],
    sk: ['sk-SK', 'Viktoria', 'Lukas'],
    sl: ['sl-SI', 'Petra', 'Rok'],
    es: [
      'es-ES',
      'Elvira Abril Estrella Irene Laia Lia Triana Vera Ximena',
      'Alvaro Arnau Dario Elias Nil Saul Teo',
    ],
    sw: ['sw-KE', 'Zuri', 'Rafiki'],
    sv: ['sv-SE', 'Sofie Hillevi', 'Mattias'],
    tl: ['fil-PH', 'Blessica', 'Angelo'],
    ta: ['ta-IN', 'Pallavi', 'Valluvar'],
    th: ['th-TH', 'Premwadee Achara', 'Niwat'],
    tr: ['tr-TR', 'Emel', 'Ahmet'],
    uk: ['uk-UA', 'Polina', 'Ostap'],
    ur: ['ur-PK', 'Uzma', 'Asad'],
    vi: ['vi-VN', 'HoaiMy', 'NamMinh'],
    cy: ['cy-GB', 'Nia', 'Aled'],
  };

/** Of the language's main variety, such as `en-US`; undefined if no voice speaks it. */
export function findLocale({ code }: Language): string | undefined {
  return table[code]?.[0];
}

const menOfStandard: readonly Voice[] = ['fable', 'onyx'];
const menOfPremium = new Set(
  voiceCatalogue.filter(({ tags }) => !tags.includes('female')).map(({ name }) => name),
);
const isMan = (voice: Voice) =>
  isStandardVoice(voice) ? menOfStandard.includes(voice) : menOfPremium.has(voice);

/** For each language, our names take the voices of their sex in turn; those that share one differ in speed. */
const speakers = new Map(languages.map(language => [language.code, assign(language)]));

function assign({ code }: Language): ReadonlyMap<Voice, AtSpeed<string>> {
  const row = table[code];
  if (!row) return new Map();
  const [locale, women, men] = row;
  const chosen = [women.split(' '), men.split(' ')].flatMap((names, sex) =>
    allVoices
      .filter(voice => isMan(voice) === (sex === 1))
      .map((voice, at) => [voice, `${locale}-${names[at % names.length]}Neural`] as const),
  );
  return addSpeeds(new Map(chosen));
}

export function findSpeaker(voice: Voice, { code }: Language): AtSpeed<string> | undefined {
  return speakers.get(code)?.get(voice);
}

/** Changes with the assignment. */
export const speakersDigest = createHash('sha256')
  .update(JSON.stringify([...speakers].map(([code, assigned]) => [code, ...assigned])))
  .digest('hex')
  .slice(0, 32);
