import { createScript } from '#narration/create-script.ts';
import { createScriptFieldsSchema } from '#shared/api/create-script.ts';
import { CodedError } from '#shared/errors.ts';
import { answerWithProgress } from '../http/answer-with-progress.ts';
import type { App } from '../http/app-types.ts';
import { describeForm } from '../http/form-route.ts';
import { parseFields } from '../http/parse-fields.ts';
import { chargeScript, chargeVision } from '../limits/charge-use.ts';
import { countUse } from '../limits/count-use.ts';
import { askedBy } from './asked-by.ts';
import { describeVideoForm } from './form-shapes.ts';
import { logNarration } from './narration-log.ts';
import type { NarrationParts } from './narration-parts.ts';
import { forgiveFreeFailures, tellScript } from './pass-lines.ts';
import { requireNarrator } from './require-narrator.ts';

/** `POST /create_script`: a whole video, or its sparse copy, and a wish become a script. */
export function addCreateScriptRoute(app: App, parts: NarrationParts): void {
  const { config, dailyLimits, engines, frameReader, queries, uploads } = parts;
  const shape = describeVideoForm(config.maxVideoBytes);
  const about = describeForm('Writes a narration for a video', createScriptFieldsSchema.shape, {
    video: 'The video',
  });

  app.post('/create_script', about, async (request, reply) => {
    // Before the body is looked at: a stranger's video is not even received.
    const { subject } = await requireNarrator(parts, request);
    const asker = subject.id;
    using _running = await uploads.begin(request, shape);
    frameReader.prepare();
    await using use = await countUse(dailyLimits, reply, 'narration', subject);
    await using form = await uploads.receive(request, shape);
    const [video] = form.getFiles('video');
    if (!video) throw new CodedError('bad_request', { message: 'Please choose a video.' });
    const { wish, language } = parseFields(createScriptFieldsSchema, form.texts).prompt;

    const readFrames = async (signal: AbortSignal) => {
      const read = await frameReader.readFrames(video.path, { asker, signal });
      use.spend();
      return read;
    };
    const asked = askedBy(engines, asker);
    const charged = {
      vision: chargeVision(asked.vision, use),
      script: chargeScript(asked.script, use),
    };
    const lines = tellScript(
      createScript({ engines: charged, readFrames }, { wish, language }, request.work),
      script => logNarration(queries, request.log, { surface: 'create_script', wish, language, script }),
    );
    // Awaited here: what is in use must outlive the answer.
    return await answerWithProgress(request, reply, forgiveFreeFailures(use, lines));
  });
}
