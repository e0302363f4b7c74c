import type { ScriptEngine } from '#engines/ports.ts';
import { getLanguage } from '#shared/languages.ts';
import { answerWithReply } from './openai-faults.ts';
import type { Behaviour } from './openai-stand-in.ts';

/** Lines of a narration, each with its translations, long enough to tell their language. */
export const spokenLines = [
  {
    English: 'The fox looks up from the grass and sees the old farmer on the road.',
    French: 'Le renard lève la tête hors de l’herbe et voit le vieux fermier sur la route.',
    Japanese: '狐は草むらから顔を上げ、道に立つ年老いた農夫をじっと見つめます。',
    Arabic: 'يرفع الثعلب رأسه من بين العشب ويرى المزارع العجوز واقفاً على الطريق.',
    Russian: 'Лиса поднимает голову из травы и видит старого фермера на дороге.',
    Polish: 'Lis podnosi głowę z trawy i widzi starego rolnika stojącego na drodze.',
  },
  {
    English: 'The farmer walks slowly through the cloud of dust towards the river.',
    French: 'Le fermier marche lentement à travers le nuage de poussière vers la rivière.',
    Japanese: '農夫は土ぼこりの雲の中をゆっくりと川に向かって歩いていきます。',
    Arabic: 'يمشي المزارع ببطء عبر سحابة الغبار متجهاً نحو النهر البعيد في الوادي.',
    Russian: 'Фермер медленно идёт сквозь облако пыли по направлению к реке.',
    Polish: 'Rolnik idzie powoli przez chmurę kurzu w stronę płynącej rzeki.',
  },
  {
    English: 'Benshi tells everyone who cannot see the picture what happens here.',
    French: 'Benshi raconte à tous ceux qui ne voient pas l’image ce qui se passe ici.',
    Japanese: 'Benshiは映像を見ることができない人に、ここで起きていることを語ります。',
    Arabic: 'يروي Benshi لكل من لا يستطيع رؤية الصورة ما الذي يحدث هنا الآن.',
    Russian: 'Benshi рассказывает всем, кто не видит картинку, что здесь происходит.',
    Polish: 'Benshi opowiada wszystkim, którzy nie widzą obrazu, co się tutaj dzieje.',
  },
  {
    English: 'In the evening the light goes, and the animals come back to the farm.',
    French: 'Le soir, la lumière s’en va et les animaux reviennent tous à la ferme.',
    Japanese: '夕方になると光が消え、動物たちはみんな農場に帰ってきます。',
    Arabic: 'في المساء يغيب الضوء وتعود الحيوانات كلها إلى المزرعة بهدوء.',
    Russian: 'Вечером свет уходит, и животные возвращаются обратно на ферму.',
    Polish: 'Wieczorem światło gaśnie, a zwierzęta wracają z powrotem do gospodarstwa.',
  },
] as const;

/** What the same narration says once its film has another cut. */
export const laterLines = [
  {
    English: 'The old farmer tells his neighbours what he has seen today.',
    French: 'Le vieux fermier raconte à ses voisins ce qu’il a vu aujourd’hui.',
    Japanese: '年老いた農夫は今日見たことを近所の人たちに話して聞かせます。',
    Arabic: 'يحكي المزارع العجوز لجيرانه ما رآه اليوم في الحقل البعيد.',
    Russian: 'Старый фермер рассказывает соседям, что он видел сегодня.',
    Polish: 'Stary rolnik opowiada sąsiadom, co dzisiaj zobaczył na polu.',
  },
  {
    English: 'A wide field opens behind the house, and nobody has walked there yet.',
    French: 'Un grand champ s’ouvre derrière la maison, et personne n’y a encore marché.',
    Japanese: '家の裏には広い畑が広がり、まだ誰もそこを歩いたことがありません。',
    Arabic: 'ينفتح حقل واسع خلف البيت، ولم يمشِ فيه أحد حتى الآن.',
    Russian: 'За домом открывается широкое поле, и по нему ещё никто не ходил.',
    Polish: 'Za domem otwiera się szerokie pole, po którym nikt jeszcze nie chodził.',
  },
] as const;

/** The lines of translate-me.srt. */
export const sailorLines = [
  {
    English: 'The boat leaves the harbour in the early morning.',
    French: 'Le bateau quitte le port au petit matin.',
  },
  {
    English: 'Three sailors pull up the heavy wet ropes.',
    French: 'Trois marins remontent les lourdes cordes mouillées.',
  },
  {
    English: 'The wind is cold and blows from the north.',
    French: 'Le vent est froid et souffle du nord.',
  },
  {
    English: 'A seagull follows them for a long while.',
    French: 'Une mouette les suit pendant un long moment.',
  },
  {
    English: 'At noon they drop the nets into the sea.',
    French: 'À midi, ils jettent les filets dans la mer.',
  },
  {
    English: 'In the evening they come home with 40 kilos of fish.',
    French: 'Le soir, ils rentrent avec 40 kilos de poisson.',
  },
] as const;

type Known = keyof (typeof spokenLines)[number];

export interface AskedRow {
  readonly number: number;
  readonly text: string;
}

/** With the first words of the line that its text translates. */
export interface AnsweredRow extends AskedRow {
  readonly echo?: string;
}

/** What a prompt asks to translate. @param body of a chat request */
// biome-ignore lint/suspicious/noExplicitAny: a request as it came.
export function readAsked(body: any): { readonly language: Known; readonly rows: readonly AskedRow[] } {
  const [system, user] = body.messages.map(({ content }: { content: string }) => content);
  const [, language = ''] = /from \w+ into (\w+)/u.exec(system) ?? [];
  const [, lines = ''] = /<lines>\n(.*)\n<\/lines>/su.exec(user) ?? [];
  const rows = lines.split('\n').flatMap(row => {
    const [, number, text] = /^(\d+)(?: \(≤\d+\))?: (.*)$/u.exec(row) ?? [];
    return number && text ? [{ number: Number(number), text }] : [];
  });
  return { language: language as Known, rows };
}

/** Whether a chat request is one to translate. */
// biome-ignore lint/suspicious/noExplicitAny: a request as it came.
export function isTranslation(body: any): boolean {
  return body?.messages?.[0]?.content?.startsWith('Translate lines') === true;
}

/** As an answer has them. */
export function printRow({ number, echo, text }: AnsweredRow): string {
  return echo === undefined ? `${number}: ${text}` : `${number}|${echo}|${text}`;
}

/**
 * Answers with translations of the known lines, and texts of others with the language before them, in JSON if that is asked for.
 * @param change how the answer goes wrong; texts instead of rows make it a plain one
 */
export function answerTranslated(
  change: (rows: readonly AnsweredRow[]) => readonly (AnsweredRow | string)[] = rows => rows,
): Behaviour {
  return exchange => {
    const { body } = exchange.request;
    const { language, rows } = readAsked(body);
    const changed = change(rows.map(row => translateRow(row, language)));
    const printed = changed.map(row => (typeof row === 'string' ? row : printRow(row)));
    const isPlain = !body.response_format || changed.some(row => typeof row === 'string');
    const content = isPlain ? printed.join('\n') : JSON.stringify({ rows: printed });
    return answerWithReply({ content })(exchange);
  };
}

export function translateRow({ number, text }: AskedRow, language: Known): AnsweredRow {
  const words = text.split(' ');
  const echo = words.length > 2 ? words.slice(0, 3).join(' ') : text.slice(0, 12);
  return { number, echo, text: translateKnown(text, language) };
}

export function translateKnown(text: string, language: Known): string {
  const known: readonly { readonly English: string; readonly [language: string]: string }[] = [
    ...spokenLines,
    ...laterLines,
    ...sailorLines,
  ];
  return known.find(line => line.English === text)?.[language] ?? `${language}: ${text}`;
}

/** Asks an engine for a translation of one line between two others. @returns what it wrote */
export async function askForTranslation(script: ScriptEngine): Promise<string> {
  const request = {
    lines: [{ text: 'A dog runs after a ball.' }],
    before: ['It is morning.'],
    after: ['Then it rests.'],
    from: getLanguage('English'),
    language: getLanguage('German'),
    glossary: [],
    signal: new AbortController().signal,
  };
  return (await Array.fromAsync(script.translateLines?.(request) ?? [])).join('');
}

/** What providers are told about the form of {@link askForTranslation}. */
export const rowsSchema = {
  type: 'object',
  properties: { rows: { type: 'array', items: { type: 'string' } } },
  required: ['rows'],
  additionalProperties: false,
};
export const rowsFormat = {
  type: 'json_schema',
  json_schema: { name: 'rows', strict: true, schema: rowsSchema },
};
export const asksForJson = /Give the rows as JSON: \{"rows":\["NUMBER\|ECHO\|TRANSLATION", …\]\}\.$/u;
export const askedForTranslation =
  '<before>\nIt is morning.\n</before>\n\n<lines>\n1: A dog runs after a ball.\n</lines>\n\n<after>\nThen it rests.\n</after>';
