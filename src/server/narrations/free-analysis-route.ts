import type { z } from 'zod';
import { requireBoundedJpeg } from '#media/frames/pictures.ts';
import { analyzeFrames, mayShowMovement } from '#narration/analyze-frames.ts';
import { allowanceSchema } from '#shared/api/account.ts';
import { analysisFieldsSchema } from '#shared/api/free.ts';
import type { ProgressLine } from '#shared/api/progress.ts';
import { framesPerVideo } from '#shared/defaults.ts';
import { CodedError, refuse } from '#shared/errors.ts';
import type { Frame, SampledFrames, TakenFrames } from '#shared/frame.ts';
import { maxFrameBytes } from '#shared/limits.ts';
import { narrationErrors } from '#shared/messages/narration-errors.ts';
import { openToAll } from '../guards/guards.ts';
import type { Routes } from '../guards/routes.ts';
import { answerWithProgress } from '../http/answer-with-stream.ts';
import { describeForm, parseFields, requireVideoTimes } from '../http/validate-fields.ts';
import { requireVisitorSubject } from '../limits/require-visitor.ts';
import {
  type FormShape,
  type ReceivedFile,
  type ReceivedForm,
  refuseRepeated,
  takeOnce,
} from '../uploads/uploads.ts';
import { countWords, type NarrationParts, withRequester } from './narration-parts.ts';

/** Decoder seconds charged for a refused image. */
const refusedPictureSeconds = 1;

/** `GET /api/free/allowance`: narrations left today for the client's address. Uses none. */
export function addFreeAllowanceRoute(routes: Routes, { config, dailyLimits }: NarrationParts): void {
  routes.add({
    method: 'GET',
    url: '/api/free/allowance',
    schema: {
      summary: 'How many free narrations are left today for this network address',
      response: { 200: allowanceSchema },
    },
    guards: openToAll,
    async handler(request) {
      const subject = requireVisitorSubject(request, config);
      return dailyLimits.findStatus('narration', subject);
    },
  });
}

/**
 * `POST /api/free/analysis`: analyses frames, or a video that the browser cannot decode. Counts a narration only if a provider may
 * charge for it; else the script that is written from it does.
 */
export function addFreeAnalysisRoute(routes: Routes, parts: NarrationParts): void {
  const { config, costs, decodingBudget, engines, frameReader, uploads } = parts;
  const { maxTimedFrames, maxVideoBytes } = config;
  // Without a timing, fewer frames are accepted.
  const shape: FormShape = {
    texts: {
      ...takeOnce(analysisFieldsSchema.shape),
      seconds: maxTimedFrames,
      moments: maxTimedFrames,
      details: maxTimedFrames,
    },
    files: {
      frames: { most: maxTimedFrames, maxBytes: maxFrameBytes, isReadWhole: true },
      video: { most: 1, maxBytes: maxVideoBytes },
    },
  };
  const about = describeForm('Looks at the frames of a video', analysisFieldsSchema.shape, {
    frames: `Up to ${framesPerVideo} JPEG pictures, with a timing up to ${maxTimedFrames}, each with its time in \`seconds\``,
    video: 'Instead of frames, where the browser cannot decode the video',
  });

  routes.add({
    method: 'POST',
    url: '/api/free/analysis',
    ...about,
    guards: {
      limit: uploads.limit,
      signIn: 'none',
      plan: request => uploads.requireAcceptable(request, shape),
      atOnce: 'look',
      quota: { what: 'narration', isReported: true },
      receive(request, digest) {
        engines.vision.current.prepare?.();
        return uploads.receive(request, shape, digest);
      },
    },
    async handler(request, reply, { subject, use, form }) {
      const fields = requireVideoTimes(parseFields(analysisFieldsSchema, form.texts), config.maxVideoSeconds);
      if (!fields.timing) {
        if ((form.texts.seconds?.length ?? 0) > framesPerVideo)
          throw refuseRepeated('seconds', framesPerVideo);
        if (form.getFiles('frames').length > framesPerVideo) throw refuseRepeated('frames', framesPerVideo);
      }
      const requester = subject.id;
      const countRefusal = () => {
        use.spend();
        return decodingBudget.charge(requester, refusedPictureSeconds);
      };
      const sent = await readSent(form, fields, countRefusal);

      // At the client's times, or else chosen here.
      const seconds = fields.seconds.length > 0 ? fields.seconds : undefined;
      const isTimed = fields.timing !== undefined;
      async function* analyze(): AsyncGenerator<ProgressLine> {
        if (typeof sent === 'string') yield { stage: 'reading frames' };
        const chosen = await engines.vision.choose(request.work);
        const showsMovement = mayShowMovement(chosen);
        const timed = isTimed ? { most: maxTimedFrames, seconds, showsMovement } : undefined;
        const job = { requester, signal: request.work };
        const name = form.getFiles('video')[0]?.name;
        const { title: found, ...seen }: TakenFrames =
          typeof sent === 'string' ? await frameReader.readFrames(sent, job, timed, name) : sent;
        const vision = costs.begin(use, undefined).vision(withRequester(chosen, requester));
        const { prompt, description, title = found, transcript: said, cast } = fields;
        const context = { title, said, cast };
        const asked = { prompt, ...seen, maxFrames: timed?.most, description, context };
        yield* analyzeFrames(vision, asked, request.work);
      }
      // Awaited here, so that resources live until the answer is sent.
      return await answerWithProgress(request, reply, countWords(use, analyze()));
    },
  });
}

type SentTimes = Pick<z.output<typeof analysisFieldsSchema>, 'seconds' | 'moments' | 'details'>;

/** @returns the received frames, or the path of the video */
async function readSent(
  form: ReceivedForm,
  { durationSeconds, ...fields }: SentTimes & Pick<z.output<typeof analysisFieldsSchema>, 'durationSeconds'>,
  countRefusal: () => Promise<void>,
): Promise<SampledFrames | string> {
  const frames = form.getFiles('frames');
  const video = form.getPath('video');
  if (video && frames.length > 0) throw refuse('bad_request', narrationErrors.framesOrVideo);
  if (video) return video;
  if (frames.length === 0) throw refuse('bad_request', narrationErrors.noVideo);
  if (durationSeconds === undefined) throw refuse('bad_request', narrationErrors.noLength);
  return { frames: await readSentFrames(frames, fields, countRefusal), durationSeconds };
}

/**
 * Requires each frame to be a JPEG that is cheap to decode. Reads only its markers; decodes nothing.
 * @param times of each file, in the same order
 * @param countRefusal called before a JPEG is refused, as no camera or browser creates such files
 * @throws CodedError `bad_request` when one is no JPEG or has no time, else as `requireBoundedJpeg`
 */
async function readSentFrames(
  files: readonly ReceivedFile[],
  { seconds, moments, details }: SentTimes,
  countRefusal: () => Promise<void>,
): Promise<Frame[]> {
  if (files.length !== seconds.length) throw refuse('bad_request', narrationErrors.framesWithoutTime);
  const frames: Frame[] = [];
  // One by one: reading megabytes of markers takes milliseconds, so this yields in between.
  for (const [index, file] of files.entries()) {
    const jpeg = await file.read();
    try {
      requireBoundedJpeg(jpeg, index + 1);
    } catch (error) {
      if (error instanceof CodedError && error.code !== 'bad_request') await countRefusal();
      throw error;
    }
    const [momentSeconds, detail] = [moments[index], details[index]];
    frames.push({ seconds: seconds[index] ?? 0, jpeg, momentSeconds, detail });
  }
  return frames;
}
