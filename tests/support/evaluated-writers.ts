import { answerWithReply } from './openai-faults.ts';
import type { Behaviour, OpenAiStandIn } from './openai-stand-in.ts';
import { isTranslation, readAsked } from './translating.ts';

const notes = `A painted film of a lake at dawn.
0.5: the old boatman stands in his boat. His jacket reads "Akira".
8.0: cranes fly past. 12.0: the old boatman lights 3 lanterns.

People:
- the old boatman | thin, grey beard, straw hat | Akira | 0.5`;

/** What a good narrator writes, short enough for any moment, with a good translation. */
export const goodLines = [
  ['Dawn comes.', 'Der Morgen kommt.'],
  ['Akira lights 3 lanterns.', 'Akira zündet 3 Laternen an.'],
  ['Cranes cross the sky.', 'Kraniche ziehen vorbei.'],
  ['The old boatman waits.', 'Der alte Bootsmann wartet.'],
  ['Mist rises.', 'Nebel steigt auf.'],
  ['Night falls.', 'Die Nacht kommt.'],
] as const;

/** What a bad one writes: long, always the same, about the picture, and of another man each time. */
const badLine =
  'We see in this frame the tall fisherman, no, the young boatman with a bag, while the camera moves slowly and calmly over the wide and quiet lake and its many soft colours in the early light of a long and cold morning';

export type Writer = 'good' | 'bad';

/** Answers whatever is asked to look at, to write, to translate and to judge, and counts the tokens of each request. */
export function setWriter(provider: OpenAiStandIn, writer: Writer, judge: Behaviour = judgeBy('A')): void {
  provider.always(
    'vision',
    answerCounted(() => notes),
  );
  provider.always('script', exchange => {
    const [, user = ''] = readPrompts(exchange.request.body);
    return user.includes('Text A:') ? judge(exchange) : answerCounted(body => write(body, writer))(exchange);
  });
}

function write(body: unknown, writer: Writer): string {
  const getLine = (at: number) =>
    writer === 'good' ? (goodLines[at % goodLines.length]?.[0] ?? '') : badLine;
  const [, user = ''] = readPrompts(body);
  if (isTranslation(body)) {
    const translate = (text: string) =>
      goodLines.find(([line]) => line === text)?.[1] ?? 'Das Boot fährt 4 Männer weg.';
    return readAsked(body)
      .rows.map(({ number, text }) => `${number}: ${writer === 'good' ? translate(text) : translate('')}`)
      .join('\n');
  }
  const moments = user.match(/^\[[\d:.]+\](?=.*\bat most\b)/gmu) ?? [];
  if (moments.length > 0) return moments.map((moment, at) => `${moment} ${getLine(at)}\n`).join('');
  return goodLines.map((_, at) => `${getLine(at)}${writer === 'good' ? '' : '.'}`).join(' ');
}

function readPrompts(body: unknown): readonly string[] {
  const { messages } = body as { messages: readonly { content: string | readonly { text?: string }[] }[] };
  return messages.map(({ content }) =>
    typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('\n'),
  );
}

function answerCounted(compose: (body: unknown) => string): Behaviour {
  return exchange => {
    const { body } = exchange.request;
    // About four characters a token; pictures are not counted.
    const promptTokens = Math.round(readPrompts(body).join('').length / 4);
    return answerWithReply({ content: compose(body), promptTokens })(exchange);
  };
}

/** A judge that always says the same. */
export function judgeBy(answer: string): Behaviour {
  return answerWithReply({ content: `${answer}\nIt is better told.` });
}

/** A judge that knows the good lines, wherever they stand. */
export const judgeWell: Behaviour = exchange => {
  const [, user = ''] = readPrompts(exchange.request.body);
  const [, one = '', other = ''] = user.split(/Text [AB]:/u);
  const isGood = (text: string) => goodLines.some(pair => pair.some(line => text.includes(line)));
  const verdict = isGood(one) === isGood(other) ? 'TIE' : isGood(one) ? 'A' : 'B';
  return answerWithReply({ content: `**${verdict}**\n\nReason: it is better told.` })(exchange);
};
