import { translateLines } from '#narration/translate-lines.ts';
import { startOpenAiStandIn } from '../tests/support/openai-stand-in.ts';
import { createTestEngines } from '../tests/support/provider-calls.ts';
import {
  answerTranslated,
  printRow,
  readAsked,
  spokenLines,
  translateRow,
} from '../tests/support/translating.ts';
import type { BenchRow } from './measure.ts';

const lineCount = 100;
const charactersPerToken = 4;
const maxShare = 1.4;

/** Tokens of translating 100 lines of a narration, estimated by characters, against those of original and translation. */
export async function benchTranslation(): Promise<BenchRow[]> {
  const provider = await startOpenAiStandIn();
  provider.always('script', answerTranslated());
  const { script } = createTestEngines(provider.baseUrl);
  const lines = Array.from({ length: lineCount }, (_, at) => {
    const { English: text } = spokenLines[at % spokenLines.length] ?? spokenLines[0];
    return { id: String(at), text, availableSeconds: 8 };
  });
  const order = { lines, from: 'English', language: 'French' } as const;
  let texts = lines.reduce((sum, line) => sum + line.text.length, 0);
  try {
    for await (const line of translateLines(script, order, new AbortController().signal))
      texts += line.text.length;
  } finally {
    await provider.close();
  }
  const bodies = provider.requests.map(({ body }) => body);
  const answers = bodies.map(body =>
    JSON.stringify({ rows: readAsked(body).rows.map(row => printRow(translateRow(row, 'French'))) }),
  );
  const answered = answers.reduce((sum, each) => sum + each.length, 0);
  const asked = bodies.reduce((sum, { messages }) => sum + messages[1].content.length, 0);
  const { messages, response_format } = bodies[0];
  const instructions = messages[0].content.length + JSON.stringify(response_format).length;
  const share = (asked + answered) / texts;
  return [
    {
      what: `tokens of translating ${lineCount} lines from English into French (characters / ${charactersPerToken})`,
      figure: `${toTokens(asked + answered)} in ${bodies.length} calls, and ${toTokens(instructions)} of instructions for each`,
      ratio: `${share.toFixed(2)} × those of both texts`,
      goal: `at most ${maxShare} × without instructions`,
      isMet: share <= maxShare,
    },
  ];
}

function toTokens(characters: number): number {
  return Math.round(characters / charactersPerToken);
}
