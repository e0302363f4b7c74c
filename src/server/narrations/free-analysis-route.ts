import { analyzeFrames } from '#narration/analyze-frames.ts';
import { analysisFieldsSchema } from '#shared/api/free.ts';
import type { ProgressLine } from '#shared/api/progress.ts';
import { CodedError } from '#shared/errors.ts';
import type { SampledFrames } from '#shared/frame.ts';
import { framesPerVideo } from '#shared/limits.ts';
import { fill } from '#shared/messages/message.ts';
import { narrationErrors } from '#shared/messages/narration-errors.ts';
import type { TimedSampling } from '../decoding/decoding-task.ts';
import type { Routes } from '../guards/routes.ts';
import { answerWithProgress } from '../http/answer-with-progress.ts';
import { describeForm, parseFields } from '../http/form-route.ts';
import { requireVideoTimes } from '../http/require-video-times.ts';
import { chargeVision } from '../limits/charge-use.ts';
import { type ReceivedForm, refuseRepeated } from '../uploads/receive-form.ts';
import { limitUploads } from '../uploads/uploads.ts';
import { describeAnalysisForm } from './form-shapes.ts';
import { type NarrationParts, withRequester } from './narration-parts.ts';
import { countWords } from './pass-lines.ts';
import { readSentFrames, refusedPictureSeconds } from './read-sent-frames.ts';

/**
 * `POST /api/free/analysis`: analyses frames, or a video that the browser cannot decode. Counts a narration only if a provider may
 * charge for it; else the script that is written from it does.
 */
export function addFreeAnalysisRoute(routes: Routes, parts: NarrationParts): void {
  const { config, decodingBudget, engines, frameReader, uploads } = parts;
  const shape = describeAnalysisForm(config.maxVideoBytes, config.maxTimedFrames);
  const about = describeForm('Looks at the frames of a video', analysisFieldsSchema.shape, {
    frames: `Up to ${framesPerVideo} JPEG pictures, with a timing up to ${config.maxTimedFrames}, each with its time in \`seconds\``,
    video: 'Instead of frames, where the browser cannot decode the video',
  });

  routes.add({
    method: 'POST',
    url: '/api/free/analysis',
    ...about,
    guards: {
      limit: limitUploads(uploads),
      signIn: 'none',
      plan: request => uploads.requireAcceptable(request, shape),
      quota: { what: 'narration', isReported: true },
      receive(request, digest) {
        engines.vision.current.prepare?.();
        return uploads.receive(request, shape, digest);
      },
    },
    async handler(request, reply, { subject, use, form }) {
      const fields = requireVideoTimes(parseFields(analysisFieldsSchema, form.texts), config.maxVideoSeconds);
      if (!fields.timing) requireFewFrames(form);
      const requester = subject.id;
      const countRefusal = () => {
        use.spend();
        return decodingBudget.charge(requester, refusedPictureSeconds);
      };
      const sent = await readSent(form, fields, countRefusal);

      const timed = fields.timing && planTimed(fields.seconds, config.maxTimedFrames);
      async function* analyze(): AsyncGenerator<ProgressLine> {
        if (typeof sent === 'string') yield { stage: 'reading frames' };
        const seen =
          typeof sent === 'string'
            ? await frameReader.readFrames(sent, { requester, signal: request.work }, timed)
            : sent;
        const chosen = await engines.vision.choose(request.work);
        const vision = chargeVision(withRequester(chosen, requester), use);
        const { prompt, description } = fields;
        const asked = { prompt, ...seen, mostFrames: timed?.most, description };
        yield* analyzeFrames(vision, asked, request.work);
      }
      // Awaited here, so that resources live until the answer is sent.
      return await answerWithProgress(request, reply, countWords(use, analyze()));
    },
  });
}

/** Without a timing, the limit is lower. */
function requireFewFrames(form: ReceivedForm): void {
  if ((form.texts.seconds?.length ?? 0) > framesPerVideo) throw refuseRepeated('seconds', framesPerVideo);
  if (form.getFiles('frames').length > framesPerVideo) throw refuseRepeated('frames', framesPerVideo);
}

/** Frames for timed lines: at the client's times, or else chosen here. */
function planTimed(seconds: readonly number[], most: number): TimedSampling {
  return { most, ...(seconds.length > 0 && { seconds }) };
}

/** @returns the received frames, or the path of the video */
async function readSent(
  form: ReceivedForm,
  { seconds, durationSeconds }: { seconds: readonly number[]; durationSeconds?: number | undefined },
  countRefusal: () => Promise<void>,
): Promise<SampledFrames | string> {
  const frames = form.getFiles('frames');
  const video = form.getPath('video');
  if (video && frames.length > 0)
    throw new CodedError('bad_request', { message: fill(narrationErrors.framesOrVideo) });
  if (video) return video;
  if (frames.length === 0) throw new CodedError('bad_request', { message: fill(narrationErrors.noVideo) });
  if (durationSeconds === undefined)
    throw new CodedError('bad_request', { message: fill(narrationErrors.noLength) });
  return { frames: await readSentFrames(frames, seconds, countRefusal), durationSeconds };
}
