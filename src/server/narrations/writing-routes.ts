import { z } from 'zod';
import { getSource, type ScriptEngine } from '#engines/ports.ts';
import { isFreeOfCharge } from '#engines/prices/prices.ts';
import { mayShowMovement } from '#narration/analyze-frames.ts';
import { createScript, createTimedScript, type DescriptionOrder } from '#narration/create-script.ts';
import { detectLanguage } from '#narration/detect-language.ts';
import { rewriteLine, rewriteScript } from '#narration/rewrite-script.ts';
import { translateLines } from '#narration/translate-lines.ts';
import { writeDescription, writeScript, writeTimedScript } from '#narration/write-script.ts';
import { type CreateScriptFields, createScriptFieldsSchema } from '#shared/api/create-script.ts';
import { type ScriptRequest, scriptAnswerSchema, scriptRequestSchema } from '#shared/api/free.ts';
import {
  type RewriteLineRequest,
  type RewriteRequest,
  rewriteAnswerSchema,
  rewriteLineAnswerSchema,
  rewriteLineRequestSchema,
  rewriteRequestSchema,
} from '#shared/api/rewrite.ts';
import {
  type TranslateRequest,
  type TranslationLine,
  translateRequestSchema,
  translationAnswerSchema,
} from '#shared/api/translate.ts';
import { CodedError, refuse } from '#shared/errors.ts';
import { maxRewrittenCharacters } from '#shared/limits.ts';
import { narrationErrors } from '#shared/messages/narration-errors.ts';
import { requireLineLengths } from '#shared/narration/require-timed-script.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';
import type { MeteredWork } from '../costs/account-costs.ts';
import type { TimedSampling } from '../decoding/decoding-pool.ts';
import type { Routes } from '../guards/routes.ts';
import { acceptsLines, answerWithLines, answerWithProgress } from '../http/answer-with-stream.ts';
import type { Reply, Request } from '../http/app-types.ts';
import { describeForm, parseFields, requireVideoTimes } from '../http/validate-fields.ts';
import type { CountedUse, QuotaKind } from '../limits/count-daily-use.ts';
import { type FormShape, takeOnce } from '../uploads/uploads.ts';
import { logNarration } from './narration-log.ts';
import {
  type AdmittedCall,
  countWords,
  isEditing,
  listTwins,
  type NarrationParts,
  readCost,
  readDescription,
  reportScript,
  settleFailure,
  withRequester,
} from './narration-parts.ts';

/** `POST /create_script`: creates a script from a video, or its sparse copy, and a prompt. */
export function addCreateScriptRoute(routes: Routes, parts: NarrationParts): void {
  const { config, costs, engines, frameReader, queries, uploads } = parts;
  const shape: FormShape = {
    texts: takeOnce(createScriptFieldsSchema.shape),
    files: { video: { most: 1, maxBytes: config.maxVideoBytes } },
  };
  const { schema, ...about } = describeForm(
    'Writes a narration for a video',
    createScriptFieldsSchema.shape,
    { video: 'The video' },
  );

  routes.add({
    method: 'POST',
    url: '/create_script',
    schema: { ...schema, response: { 200: z.looseObject(scriptAnswerSchema.shape) } },
    ...about,
    guards: {
      limit: uploads.limit,
      signIn: { token: ['narrate'] },
      plan: request => uploads.requireAcceptable(request, shape),
      atOnce: 'look',
      quota: { what: 'narration', isReported: true },
      // After the checks, so that a refused video is not received.
      receive(request, digest) {
        frameReader.prepare();
        engines.vision.current.prepare?.();
        return uploads.receive(request, shape, digest);
      },
    },
    async handler(request, reply, { account, subject, use, form }) {
      const requester = subject.id;
      const video = form.getPath('video');
      if (!video) throw refuse('bad_request', narrationErrors.noVideo);
      const fields = requireVideoTimes(
        parseFields(createScriptFieldsSchema, form.texts),
        config.maxVideoSeconds,
      );
      const { prompt, language } = fields.prompt;
      const timed = planTimed(fields, config.maxTimedFrames);
      const findGaps = (signal: AbortSignal) => frameReader.findGaps(video, { requester, signal });
      const description = planDescribed(fields, findGaps);

      const { name } = form.getFiles('video')[0] ?? {};
      const vision = await engines.vision.choose(request.work);
      const showsMovement = mayShowMovement(vision);
      const readFrames = (signal: AbortSignal, gaps?: readonly TimeSpan[], within?: TimeSpan) =>
        frameReader.readFrames(
          video,
          { requester, signal },
          timed && { ...timed, gaps, within, showsMovement },
          name,
        );
      const work = costs.begin(use, account);
      const charged = {
        vision: work.vision(withRequester(vision, requester)),
        script: work.script(await engines.script.choose(request.work)),
      };
      const using = { engines: charged, readFrames };
      const { title, transcript: said, cast } = fields;
      const asked = { prompt, language, title, said, cast, part: fields.part };
      const created = timed
        ? createTimedScript(using, { ...asked, maxFrames: timed.most, description }, request.work)
        : createScript(using, asked, request.work);
      const lines = reportScript(created, script =>
        logNarration(queries, request.log, { surface: 'create_script', prompt, language, script }),
      );
      // Awaited here, so that resources live until the answer is sent.
      return await answerWithProgress(request, reply, readCost(countWords(use, lines), work));
    },
  });
}

/**
 * @param findGaps detects speech in the video, for requests without gaps
 * @returns undefined if no description is requested
 * @throws CodedError `bad_request` for a copy without sound
 */
function planDescribed(
  fields: CreateScriptFields,
  findGaps: (signal: AbortSignal) => Promise<readonly TimeSpan[]>,
): DescriptionOrder | undefined {
  const { description, gaps, detail, cast, seconds } = fields;
  if (!description || gaps) return readDescription(fields);
  if (seconds) throw refuse('bad_request', narrationErrors.sparseCopyNeedsGaps);
  return { kind: description, gaps: findGaps, detail, cast };
}

/**
 * @returns undefined for a script without times
 * @throws CodedError `bad_request` for times without timing, and for too many
 */
function planTimed(
  { timing, seconds }: CreateScriptFields,
  most: number,
): Omit<TimedSampling, 'showsMovement'> | undefined {
  if (seconds && !timing) throw refuse('bad_request', narrationErrors.secondsNeedTiming);
  if (seconds && seconds.length > most)
    throw refuse('bad_request', narrationErrors.tooManyFrames, { limit: most });
  return timing && { most, seconds };
}

/** The duration that a script is fitted to if the video's is unknown. */
const usualDurationSeconds = 60;

const scriptSchema = {
  summary: 'Writes a narration from an analysis',
  body: scriptRequestSchema,
  response: { 200: scriptAnswerSchema },
};
const rewriteSchema = {
  summary: 'Rewrites a script so that it fits its video',
  body: rewriteRequestSchema,
  response: { 200: rewriteAnswerSchema },
};
const rewriteLineSchema = {
  summary: 'Rewrites one line of a script as wished',
  body: rewriteLineRequestSchema,
  response: { 200: rewriteLineAnswerSchema },
};

/**
 * `POST /api/free/script` and `POST /api/script`: creates a script from what was seen and a prompt. Where looking is free, it
 * counted nothing, so that a visitor's narration counts here.
 */
export function addScriptRoutes(routes: Routes, parts: NarrationParts): void {
  const isLookingFree = () => isFreeOfCharge(parts.engines.vision.current.provider);
  for (const { url, signIn } of listTwins('script')) {
    const what = (): QuotaKind => (signIn === 'none' && isLookingFree() ? 'narration' : 'script');
    routes.add({
      method: 'POST',
      url,
      schema: scriptSchema,
      guards: {
        limit: 'none',
        signIn,
        plan: async ({ body }) => requireFewCuePoints(body, parts.config.maxTimedFrames),
        quota: { what, isReported: true },
        atOnce: 'write',
      },
      handler: async (request, reply, admitted) => await write(parts, request, reply, admitted),
    });
  }
}

/**
 * `POST /api/free/rewrite` and `POST /api/rewrite` make a script shorter or longer; `rewrite-line` rewrites one line. Not logged:
 * scripts may be a person's own, and generated ones were logged when generated.
 */
export function addRewriteRoutes(routes: Routes, parts: NarrationParts): void {
  const quota = { what: 'rewrite', isReported: true } as const;
  const common = { limit: 'none', quota, atOnce: 'write' } as const;
  for (const { url, signIn } of listTwins('rewrite'))
    routes.add({
      method: 'POST',
      url,
      schema: rewriteSchema,
      guards: { ...common, signIn, plan: async ({ body }) => requireRewritableLength(body) },
      handler: async (request, reply, admitted) => await rewrite(parts, request, reply, admitted),
    });
  for (const { url, signIn } of listTwins('rewrite-line'))
    routes.add({
      method: 'POST',
      url,
      schema: rewriteLineSchema,
      guards: { ...common, signIn, plan: async ({ body }) => body },
      handler: (request, _reply, admitted) => rewriteOneLine(parts, request, admitted),
    });
}

async function write(
  { costs, engines, queries }: NarrationParts,
  request: Request,
  reply: Reply,
  { account, asked, use }: AdmittedCall<ScriptRequest>,
): Promise<Reply> {
  const { analysis, prompt, language, durationSeconds = usualDurationSeconds, transcript: said } = asked;
  const { timing, moments: cuePoints = [], part } = asked;
  const description = readDescription(asked);
  const work = costs.begin(use, account);
  const writer = work.script(await engines.script.choose(request.work));
  const untimed = { analysis, prompt, language, durationSeconds, said };
  const timed = { ...untimed, part, cuePoints: cuePoints.toSorted((one, other) => one - other) };
  const written = description
    ? writeDescription(writer, timed, description, request.work)
    : timing
      ? writeTimedScript(writer, timed, request.work)
      : writeScript(writer, untimed, request.work);
  const surface = account ? 'script' : 'free';
  const lines = reportScript(written, script =>
    logNarration(queries, request.log, { surface, prompt, language, script }),
  );
  // Awaited here, so that resources live until the answer is sent.
  return await answerWithProgress(request, reply, readCost(countWords(use, lines), work));
}

/** At most as many as frames: each ten may cause another call of the script engine. */
export function requireFewCuePoints(asked: ScriptRequest, most: number): ScriptRequest {
  if ((asked.moments?.length ?? 0) <= most) return asked;
  throw refuse('bad_request', narrationErrors.tooManyFrames, { limit: most });
}

async function rewrite(
  { costs, engines }: NarrationParts,
  request: Request,
  reply: Reply,
  { account, asked, use }: AdmittedCall<RewriteRequest>,
): Promise<Reply> {
  const language = asked.language ?? (await detectLanguage(asked.script)).name;
  const work = costs.begin(use, account);
  const writer = work.script(await engines.script.choose(request.work));
  const lines = countWords(use, rewriteScript(writer, { ...asked, language }, request.work));
  // Awaited here, so that resources live until the answer is sent.
  return await answerWithProgress(request, reply, readCost(lines, work));
}

function requireRewritableLength(asked: RewriteRequest): RewriteRequest {
  requireLineLengths(asked.script);
  if (asked.script.length <= maxRewrittenCharacters) return asked;
  throw refuse('too_large', narrationErrors.scriptTooLongToRewrite, { limit: maxRewrittenCharacters });
}

async function rewriteOneLine(
  { costs, engines }: NarrationParts,
  request: Request,
  { account, asked, use }: AdmittedCall<RewriteLineRequest>,
): Promise<z.infer<typeof rewriteLineAnswerSchema>> {
  try {
    const work = costs.begin(use, account);
    const writer = work.script(await engines.script.choose(request.work));
    const text = await rewriteLine(writer, asked, request.work);
    use.spend();
    await work.settle();
    return { text, cost: work.cost ?? undefined };
  } catch (error) {
    throw await settleFailure(use, error);
  }
}

const schema = {
  summary: 'Translates lines of a narration',
  body: translateRequestSchema,
  response: { 200: translationAnswerSchema },
};

/** `POST /api/free/translate` and `POST /api/translate`. Not logged, as the lines may be a person's own. */
export function addTranslateRoutes(routes: Routes, parts: NarrationParts): void {
  const what = ({ lines }: TranslateRequest) =>
    isEditing(lines.map(({ text }) => text)) ? 'line' : 'script';
  for (const { url, signIn } of listTwins('translate'))
    routes.add({
      method: 'POST',
      url,
      schema,
      guards: {
        limit: 'none',
        signIn,
        plan: async ({ body }) => body,
        quota: { what, isReported: true },
        atOnce: 'translate',
      },
      handler: async (request, reply, admitted) => await translate(parts, request, reply, admitted),
    });
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

async function* passLines(
  engine: ScriptEngine,
  asked: TranslateRequest,
  { use, work, signal }: { use: CountedUse; work: MeteredWork; signal: AbortSignal },
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
    writer: getSource(engine, { task: 'translate', translatedInto: asked.language }),
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
