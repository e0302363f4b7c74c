import type { LanguageName } from '#shared/languages.ts';
import { afrikaans } from './phrases/afrikaans.ts';
import { arabic } from './phrases/arabic.ts';
import { armenian } from './phrases/armenian.ts';
import { azerbaijani } from './phrases/azerbaijani.ts';
import { belarusian } from './phrases/belarusian.ts';
import { bosnian } from './phrases/bosnian.ts';
import { bulgarian } from './phrases/bulgarian.ts';
import { catalan } from './phrases/catalan.ts';
import { chinese } from './phrases/chinese.ts';
import { croatian } from './phrases/croatian.ts';
import { czech } from './phrases/czech.ts';
import { danish } from './phrases/danish.ts';
import { dutch } from './phrases/dutch.ts';
import { english } from './phrases/english.ts';
import { estonian } from './phrases/estonian.ts';
import { finnish } from './phrases/finnish.ts';
import { french } from './phrases/french.ts';
import { galician } from './phrases/galician.ts';
import { german } from './phrases/german.ts';
import { greek } from './phrases/greek.ts';
import { hebrew } from './phrases/hebrew.ts';
import { hindi } from './phrases/hindi.ts';
import { hungarian } from './phrases/hungarian.ts';
import { icelandic } from './phrases/icelandic.ts';
import { indonesian } from './phrases/indonesian.ts';
import { italian } from './phrases/italian.ts';
import { japanese } from './phrases/japanese.ts';
import { kannada } from './phrases/kannada.ts';
import { kazakh } from './phrases/kazakh.ts';
import { korean } from './phrases/korean.ts';
import { latvian } from './phrases/latvian.ts';
import { lithuanian } from './phrases/lithuanian.ts';
import { macedonian } from './phrases/macedonian.ts';
import { malay } from './phrases/malay.ts';
import { maori } from './phrases/maori.ts';
import { marathi } from './phrases/marathi.ts';
import { nepali } from './phrases/nepali.ts';
import { norwegian } from './phrases/norwegian.ts';
import { persian } from './phrases/persian.ts';
import type { Phrases } from './phrases/phrases.ts';
import { polish } from './phrases/polish.ts';
import { portuguese } from './phrases/portuguese.ts';
import { romanian } from './phrases/romanian.ts';
import { russian } from './phrases/russian.ts';
import { serbian } from './phrases/serbian.ts';
import { slovak } from './phrases/slovak.ts';
import { slovenian } from './phrases/slovenian.ts';
import { spanish } from './phrases/spanish.ts';
import { swahili } from './phrases/swahili.ts';
import { swedish } from './phrases/swedish.ts';
import { tagalog } from './phrases/tagalog.ts';
import { tamil } from './phrases/tamil.ts';
import { thai } from './phrases/thai.ts';
import { turkish } from './phrases/turkish.ts';
import { ukrainian } from './phrases/ukrainian.ts';
import { urdu } from './phrases/urdu.ts';
import { vietnamese } from './phrases/vietnamese.ts';
import { welsh } from './phrases/welsh.ts';

/** What the offline engine can say, for every language: one without an entry does not compile. */
export const phrasesByLanguage: Readonly<Record<LanguageName, Phrases>> = {
  English: english,
  Afrikaans: afrikaans,
  Arabic: arabic,
  Armenian: armenian,
  Azerbaijani: azerbaijani,
  Belarusian: belarusian,
  Bosnian: bosnian,
  Bulgarian: bulgarian,
  Catalan: catalan,
  Chinese: chinese,
  Croatian: croatian,
  Czech: czech,
  Danish: danish,
  Dutch: dutch,
  Estonian: estonian,
  Finnish: finnish,
  French: french,
  Galician: galician,
  German: german,
  Greek: greek,
  Hebrew: hebrew,
  Hindi: hindi,
  Hungarian: hungarian,
  Icelandic: icelandic,
  Indonesian: indonesian,
  Italian: italian,
  Japanese: japanese,
  Kannada: kannada,
  Kazakh: kazakh,
  Korean: korean,
  Latvian: latvian,
  Lithuanian: lithuanian,
  Macedonian: macedonian,
  Malay: malay,
  Marathi: marathi,
  Maori: maori,
  Nepali: nepali,
  Norwegian: norwegian,
  Persian: persian,
  Polish: polish,
  Portuguese: portuguese,
  Romanian: romanian,
  Russian: russian,
  Serbian: serbian,
  Slovak: slovak,
  Slovenian: slovenian,
  Spanish: spanish,
  Swahili: swahili,
  Swedish: swedish,
  Tagalog: tagalog,
  Tamil: tamil,
  Thai: thai,
  Turkish: turkish,
  Ukrainian: ukrainian,
  Urdu: urdu,
  Vietnamese: vietnamese,
  Welsh: welsh,
};
