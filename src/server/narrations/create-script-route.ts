import { z } from 'zod';
import { createScript } from '#narration/create-script.ts';
import { createTimedScript, type DescriptionOrder } from '#narration/create-timed-script.ts';
import { type CreateScriptFields, createScriptFieldsSchema } from '#shared/api/create-script.ts';
import { scriptAnswerSchema } from '#shared/api/free.ts';
import { CodedError } from '#shared/errors.ts';
import { fill } from '#shared/messages/message.ts';
import { narrationErrors } from '#shared/messages/narration-errors.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';
import type { TimedSampling } from '../decoding/decoding-pool.ts';
import type { Routes } from '../guards/routes.ts';
import { answerWithProgress } from '../http/answer-with-stream.ts';
import { describeForm, parseFields, requireVideoTimes } from '../http/validate-fields.ts';
import { type FormShape, takeOnce } from '../uploads/uploads.ts';
import { logNarration } from './narration-log.ts';
import { type NarrationParts, readDescription, withRequester } from './narration-parts.ts';
import { countWords, readCost, reportScript } from './pass-lines.ts';

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
      if (!video) throw new CodedError('bad_request', { message: fill(narrationErrors.noVideo) });
      const fields = requireVideoTimes(
        parseFields(createScriptFieldsSchema, form.texts),
        config.maxVideoSeconds,
      );
      const { prompt, language } = fields.prompt;
      const timed = planTimed(fields, config.maxTimedFrames);
      const findGaps = (signal: AbortSignal) => frameReader.findGaps(video, { requester, signal });
      const description = planDescribed(fields, findGaps);

      const readFrames = (signal: AbortSignal, gaps?: readonly TimeSpan[]) =>
        frameReader.readFrames(video, { requester, signal }, timed && { ...timed, gaps });
      const vision = await engines.vision.choose(request.work);
      const work = costs.begin(use, account);
      const charged = {
        vision: work.vision(withRequester(vision, requester)),
        script: work.script(await engines.script.choose(request.work)),
      };
      const using = { engines: charged, readFrames };
      const asked = { prompt, language, said: fields.transcript };
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
  if (seconds) throw new CodedError('bad_request', { message: fill(narrationErrors.sparseCopyNeedsGaps) });
  return { kind: description, gaps: findGaps, detail, cast };
}

/**
 * @returns undefined for a script without times
 * @throws CodedError `bad_request` for times without timing, and for too many
 */
function planTimed({ timing, seconds }: CreateScriptFields, most: number): TimedSampling | undefined {
  if (seconds && !timing)
    throw new CodedError('bad_request', { message: fill(narrationErrors.secondsNeedTiming) });
  if (seconds && seconds.length > most)
    throw new CodedError('bad_request', { message: fill(narrationErrors.tooManyFrames, { limit: most }) });
  return timing && { most, seconds };
}
