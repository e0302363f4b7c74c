import { analyzeFrames } from '#narration/analyze-frames.ts';
import { analysisFieldsSchema } from '#shared/api/free.ts';
import type { ProgressLine } from '#shared/api/progress.ts';
import { CodedError } from '#shared/errors.ts';
import type { SampledFrames } from '#shared/frame.ts';
import { framesPerVideo } from '#shared/limits.ts';
import { spellCount } from '#shared/spell-count.ts';
import type { Routes } from '../guards/routes.ts';
import { answerWithProgress } from '../http/answer-with-progress.ts';
import { describeForm } from '../http/form-route.ts';
import { parseFields } from '../http/parse-fields.ts';
import { chargeVision } from '../limits/charge-use.ts';
import { limitUploads } from '../uploads/limit-uploads.ts';
import type { ReceivedForm } from '../uploads/receive-form.ts';
import { describeAnalysisForm } from './form-shapes.ts';
import type { NarrationParts } from './narration-parts.ts';
import { forgiveFreeFailures } from './pass-lines.ts';
import { readSentFrames, refusedPictureSeconds } from './read-sent-frames.ts';
import { withAsker } from './with-asker.ts';

/** `POST /api/free/analysis`: frames that a browser took, or a video that it cannot decode, become an analysis. */
export function addFreeAnalysisRoute(routes: Routes, parts: NarrationParts): void {
  const { config, decodingBudget, engines, frameReader, uploads } = parts;
  const shape = describeAnalysisForm(config.maxVideoBytes);
  const about = describeForm('Looks at the frames of a video', analysisFieldsSchema.shape, {
    frames: `Up to ${spellCount(framesPerVideo)} JPEG pictures, each with its time in \`seconds\``,
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
      quota: { what: 'narration', isTold: true },
    },
    async handler(request, reply, { subject, use }) {
      engines.vision.current.prepare?.();
      await using form = await uploads.receive(request, shape);
      const fields = parseFields(analysisFieldsSchema, form.texts);
      const asker = subject.id;
      const countRefusal = () => {
        use.spend();
        return decodingBudget.charge(asker, refusedPictureSeconds);
      };
      const sent = await readSent(form, fields, { maxSeconds: config.maxVideoSeconds, countRefusal });

      async function* analyze(): AsyncGenerator<ProgressLine> {
        if (typeof sent === 'string') yield { stage: 'reading frames' };
        const seen =
          typeof sent === 'string'
            ? await frameReader.readFrames(sent, { asker, signal: request.work })
            : sent;
        use.spend();
        const { durationSeconds } = seen;
        const chosen = await engines.vision.choose(request.work);
        const vision = chargeVision(withAsker(chosen, asker), use);
        for await (const line of analyzeFrames(vision, { wish: fields.prompt, ...seen }, request.work))
          yield 'analysis' in line ? { ...line, durationSeconds } : line;
      }
      // Awaited here: what is in use must outlive the answer.
      return await answerWithProgress(request, reply, forgiveFreeFailures(use, analyze()));
    },
  });
}

/** @returns the frames that were sent, or the path of the video */
async function readSent(
  form: ReceivedForm,
  { seconds, durationSeconds }: { seconds: readonly number[]; durationSeconds?: number | undefined },
  { maxSeconds, countRefusal }: { maxSeconds: number; countRefusal: () => Promise<void> },
): Promise<SampledFrames | string> {
  const frames = form.getFiles('frames');
  const [video] = form.getFiles('video');
  if (video && frames.length > 0)
    throw new CodedError('bad_request', { message: 'Please send either frames or a video, not both.' });
  if (video) return video.path;
  if (frames.length === 0) throw new CodedError('bad_request', { message: 'Please choose a video.' });
  if (durationSeconds === undefined)
    throw new CodedError('bad_request', { message: 'The length of the video is missing.' });
  if (durationSeconds > maxSeconds) throw new CodedError('video_too_long');
  return { frames: await readSentFrames(frames, seconds, countRefusal), durationSeconds };
}
