import { getLanguage, type LanguageCode, type LanguageName } from '../languages.ts';
import type { NarrationCommand } from '../narration/commands.ts';
import { createId, isTimed, joinText, type Narration } from '../narration/project.ts';
import { joinSpans, listPauses, type TimeSpan } from '../script/gaps.ts';

/** "This narration is spoken by a synthetic voice." */
const notices: Readonly<Record<LanguageCode, string>> = {
  en: 'This narration is spoken by a synthetic voice.',
  af: 'Hierdie vertelling word deur ’n sintetiese stem voorgelees.',
  ar: 'هذا التعليق مقروء بصوت اصطناعي.',
  hy: 'Այս մեկնաբանությունը կարդում է սինթետիկ ձայն։',
  az: 'Bu mətni sintetik səs oxuyur.',
  be: 'Гэты тэкст агучаны сінтэтычным голасам.',
  bs: 'Ovaj tekst čita sintetički glas.',
  bg: 'Този текст е озвучен със синтетичен глас.',
  ca: 'Aquesta narració està locutada per una veu sintètica.',
  zh: '本旁白由合成语音朗读。',
  hr: 'Ovu naraciju čita sintetički glas.',
  cs: 'Tento komentář čte syntetický hlas.',
  da: 'Denne fortælling læses op af en syntetisk stemme.',
  nl: 'Deze tekst wordt voorgelezen door een synthetische stem.',
  et: 'Selle jutustuse loeb ette sünteeshääl.',
  fi: 'Tämän selostuksen lukee synteettinen ääni.',
  fr: 'Cette narration est lue par une voix de synthèse.',
  gl: 'Esta narración está locutada por unha voz sintética.',
  de: 'Dieser Text wird von einer synthetischen Stimme gesprochen.',
  el: 'Αυτή η αφήγηση εκφωνείται από συνθετική φωνή.',
  he: 'קריינות זו מושמעת בקול סינתטי.',
  hi: 'यह विवरण कृत्रिम आवाज़ में सुनाया जा रहा है।',
  hu: 'Ezt a narrációt szintetikus hang olvassa fel.',
  is: 'Þessi frásögn er lesin af gervirödd.',
  id: 'Narasi ini dibacakan oleh suara sintetis.',
  it: 'Questa narrazione è letta da una voce sintetica.',
  ja: 'このナレーションは合成音声によるものです。',
  kn: 'ಈ ನಿರೂಪಣೆಯನ್ನು ಕೃತಕ ಧ್ವನಿಯಲ್ಲಿ ಹೇಳಲಾಗಿದೆ.',
  kk: 'Бұл мәтінді синтетикалық дауыс оқиды.',
  ko: '이 내레이션은 합성 음성으로 제작되었습니다.',
  lv: 'Šo tekstu lasa sintētiska balss.',
  lt: 'Šį tekstą skaito sintetinis balsas.',
  mk: 'Овој текст го чита синтетички глас.',
  ms: 'Narasi ini disampaikan oleh suara sintetik.',
  mr: 'हे निवेदन कृत्रिम आवाजात केलेले आहे.',
  mi: 'He reo rorohiko e pānui ana i tēnei kōrero.',
  ne: 'यो वर्णन कृत्रिम आवाजमा सुनाइएको हो।',
  nb: 'Denne fortellingen leses av en syntetisk stemme.',
  fa: 'این متن با صدای مصنوعی خوانده می‌شود.',
  pl: 'Tę narrację czyta głos syntetyczny.',
  pt: 'Esta narração é feita por uma voz sintética.',
  ro: 'Această narațiune este citită de o voce sintetică.',
  ru: 'Этот текст озвучен синтетическим голосом.',
  sr: 'Ову нарацију чита синтетички глас.',
  sk: 'Tento komentár číta syntetický hlas.',
  sl: 'To besedilo bere sintetični glas.',
  es: 'Esta narración está locutada por una voz sintética.',
  sw: 'Masimulizi haya yanasomwa na sauti bandia.',
  sv: 'Den här texten läses upp av en syntetisk röst.',
  tl: 'Ang salaysay na ito ay binabasa ng isang sintetikong boses.',
  ta: 'இந்த விவரிப்பு செயற்கைக் குரலில் ஒலிக்கிறது.',
  th: 'คำบรรยายนี้อ่านโดยเสียงสังเคราะห์',
  tr: 'Bu anlatım sentetik bir sesle seslendirilmiştir.',
  uk: 'Цей текст озвучено синтетичним голосом.',
  ur: 'یہ بیان ایک مصنوعی آواز میں پڑھا گیا ہے۔',
  vi: 'Lời thuyết minh này được đọc bằng giọng nói tổng hợp.',
  cy: 'Mae’r naratif hwn yn cael ei ddarllen gan lais synthetig.',
};

export const noticePlaces = ['first', 'last'] as const;

export type NoticePlace = (typeof noticePlaces)[number];

/** The sentence that says that the voice is synthetic. */
export function getSyntheticNotice(language: LanguageName): string {
  return notices[getLanguage(language).code];
}

const all = new Set(Object.values(notices));

/** In any language. */
export function isSyntheticNotice(text: string): boolean {
  return all.has(text.trim());
}

/** A pause before a notice that follows a line. */
const pauseSeconds = 0.3;

interface NoticeRequest {
  readonly place: NoticePlace;
  readonly language: LanguageName;
  /** How long the sentence takes, and when there is time for it; of a script with times. */
  readonly seconds: number;
  readonly durationSeconds: number;
  /** When lines are spoken. */
  readonly spoken: readonly TimeSpan[];
  /** Of a description: gaps in the speech, which come first. */
  readonly gaps?: readonly TimeSpan[] | undefined;
}

/**
 * The command that adds the sentence to a narration as its first or last line; with times, at the first or last time that is free.
 * @returns undefined if no time is free, or if the narration has it already
 */
export function addSyntheticNotice(
  narration: Narration,
  request: NoticeRequest,
): NarrationCommand | undefined {
  const { id: narrationId, lines } = narration;
  const { place, language } = request;
  const notice = getSyntheticNotice(language);
  if (lines.some(({ text }) => isSyntheticNotice(text))) return undefined;
  if (!isTimed(narration)) {
    const rows = [joinText(lines).trimEnd()];
    const text = (place === 'first' ? [notice, ...rows] : [...rows, notice]).filter(Boolean).join('\n');
    return { type: 'replaceText', narrationId, text };
  }
  const startSeconds = findFreeTime(request, request.gaps) ?? findFreeTime(request, undefined);
  if (startSeconds === undefined) return undefined;
  const startMs = Math.round(1000 * startSeconds);
  return { type: 'addLine', narrationId, newId: createId(), startMs, text: notice };
}

function findFreeTime(
  { place, seconds, durationSeconds, spoken }: NoticeRequest,
  gaps: NoticeRequest['gaps'],
): number | undefined {
  const said = gaps ? listPauses(gaps, durationSeconds, 0) : [];
  const free = listPauses(joinSpans([...said, ...spoken]), durationSeconds, seconds);
  const span = free.at(place === 'first' ? 0 : -1);
  if (!span || span.startSeconds === 0) return span?.startSeconds;
  return Math.min(span.startSeconds + pauseSeconds, span.endSeconds - seconds);
}
