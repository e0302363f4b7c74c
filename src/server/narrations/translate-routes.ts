import type { z } from 'zod';
import { getSource, type ScriptEngine } from '#engines/ports.ts';
import { translateLines } from '#narration/translate-lines.ts';
import {
  type TranslateRequest,
  type TranslationLine,
  translateRequestSchema,
  translationAnswerSchema,
} from '#shared/api/translate.ts';
import { CodedError } from '#shared/errors.ts';
import type { MeteredWork } from '../costs/account-costs.ts';
import type { Routes } from '../guards/routes.ts';
import { acceptsLines, answerWithLines } from '../http/answer-with-stream.ts';
import type { Reply, Request } from '../http/app-types.ts';
import type { CountedUse, QuotaKind } from '../limits/count-daily-use.ts';
import { type AdmittedCall, isEditing, listTwins, type NarrationParts } from './narration-parts.ts';
import { settleFailure } from './pass-lines.ts';

const schema = {
  summary: 'Translates lines of a narration',
  body: translateRequestSchema,
  response: { 200: translationAnswerSchema },
};

/** `POST /api/free/translate` and `POST /api/translate`. Not logged, as the lines may be a person's own. */
export function addTranslateRoutes(routes: Routes, parts: NarrationParts): void {
  for (const { url, signIn } of listTwins('translate'))
    routes.add({
      method: 'POST',
      url,
      schema,
      guards: {
        limit: 'none',
        signIn,
        plan: async ({ body }) => body,
        quota: { what: chooseQuota, isReported: true },
        atOnce: 'translate',
      },
      handler: async (request, reply, admitted) => await translate(parts, request, reply, admitted),
    });
}

function chooseQuota({ lines }: TranslateRequest): QuotaKind {
  return isEditing(lines.map(({ text }) => text)) ? 'line' : 'script';
}

async function translate(
  { costs, engines }: NarrationParts,
  request: Request,
  reply: Reply,
  { account, asked, use }: AdmittedCall<TranslateRequest>,
): Promise<Reply> {
  const work = costs.begin(use, account);
  const engine = work.script(await engines.script.choose(request.work));
  const steps = passLines(engine, asked, { use, work, signal: request.work });
  // Awaited here, so that resources live until the answer is sent.
  if (acceptsLines(request)) return await answerWithLines(request, reply, steps);
  return await reply.send(await collect(steps));
}

interface Passing {
  readonly use: CountedUse;
  readonly work: MeteredWork;
  readonly signal: AbortSignal;
}

async function* passLines(
  engine: ScriptEngine,
  asked: TranslateRequest,
  { use, work, signal }: Passing,
): AsyncGenerator<TranslationLine> {
  let hasLines = false;
  try {
    for await (const line of translateLines(engine, asked, signal)) {
      hasLines = true;
      use.spend();
      yield { line };
    }
  } catch (error) {
    // What came before is sent, and counts.
    throw hasLines ? error : await settleFailure(use, error);
  }
  await work.settle();
  yield {
    writer: getSource(engine, asked.language),
    ...(work.cost && { cost: work.cost }),
  };
}

async function collect(
  steps: AsyncIterable<TranslationLine>,
): Promise<z.infer<typeof translationAnswerSchema>> {
  const lines: { id: string; text: string }[] = [];
  for await (const step of steps) {
    if ('line' in step) lines.push(step.line);
    if ('writer' in step) return { lines, ...step };
  }
  throw new CodedError('internal');
}
