import { getSource } from '#engines/ports.ts';
import { addManifestTag } from '#media/marks/write-marks.ts';
import { encodeMp3 } from '#media/mp3/encode-mp3.ts';
import type { PlainSound } from '#media/sound/channels.ts';
import { type FitStep, fitScript } from '#narration/fit-script.ts';
import { type FitLine, type FitRequest, fitRequestSchema } from '#shared/api/fit.ts';
import { progressMediaType } from '#shared/api/progress.ts';
import { createSemaphore } from '#shared/async/semaphore.ts';
import { refuse } from '#shared/errors.ts';
import { maxTimedLines } from '#shared/limits.ts';
import { narrationErrors } from '#shared/messages/narration-errors.ts';
import { requireTimedScript } from '#shared/narration/require-timed-script.ts';
import { printTimedScript } from '#shared/narration/timed-text.ts';
import type { Plan } from '#shared/plans.ts';
import { respell } from '#shared/pronunciations.ts';
import type { Cue } from '#shared/script/cues.ts';
import type { LineDelivery } from '#shared/script/plan-lines.ts';
import { splitLines } from '#shared/script/split-sentences.ts';
import type { Routes } from '../guards/routes.ts';
import { answerWithLines } from '../http/answer-with-stream.ts';
import type { Reply, Request } from '../http/app-types.ts';
import type { CountedUse, QuotaKind } from '../limits/count-daily-use.ts';
import {
  type AdmittedCall,
  isEditing,
  listTwins,
  type NarrationParts,
  readDescription,
  settleFailure,
} from './narration-parts.ts';
import { beginSpeaking, requireSpeakable, requireVoices } from './speech-routes.ts';

const summary = `Speaks lines of a timed script and makes them fit; answers ${progressMediaType}, a line each`;

/** `POST /api/free/fit` and `POST /api/fit`, for the signed-in user: speaks lines of a timed script and fits them. */
export function addFitRoutes(routes: Routes, parts: NarrationParts): void {
  const quota = { what: chooseQuota, isReported: true } as const;
  for (const { url, signIn } of listTwins('fit'))
    routes.add({
      method: 'POST',
      url,
      schema: { summary, body: fitRequestSchema },
      guards: {
        limit: 'none',
        signIn,
        plan: async (request, plan) => {
          await requireVoices(parts, request, request.body, plan);
          return { ...readLines(request.body), plan };
        },
        quota,
        atOnce: 'speak',
      },
      handler: (request, reply, admitted) => fitLines(parts, request, reply, admitted),
    });
}

interface AskedLines extends Omit<FitRequest, 'script'> {
  readonly cues: readonly (Cue & LineDelivery)[];
}

/** Refuses invalid lines before a use is counted. */
function readLines({ script, ...asked }: FitRequest): AskedLines {
  const { durationSeconds, deliveries = [] } = asked;
  const cues = durationSeconds === undefined ? readRows(script) : requireTimedScript(script, durationSeconds);
  const ofLines = new Map<number, LineDelivery>();
  for (const { lines, pace, pauseBeforeMs, pauseAfterMs } of deliveries)
    for (const line of lines) ofLines.set(line, { pace, pauseBeforeMs, pauseAfterMs });
  return { ...asked, cues: cues.map((cue, index) => ({ ...cue, ...ofLines.get(index) })) };
}

/** A line a row, without times. @throws CodedError `too_large`, `bad_request` for a line that is too long */
function readRows(script: string): Cue[] {
  const rows = splitLines(requireSpeakable(script));
  if (rows.length > maxTimedLines)
    throw refuse('too_large', narrationErrors.tooManyLines, { limit: maxTimedLines });
  return rows.map(text => ({ startSeconds: 0, text }));
}

function chooseQuota({ cues, lines, shorten, pronunciations = [] }: AskedLines): QuotaKind {
  if (!lines || shorten) return 'speech';
  return isEditing(lines.map(index => respell(cues[index]?.text ?? '', pronunciations))) ? 'line' : 'speech';
}

async function fitLines(
  parts: NarrationParts,
  request: Request,
  reply: Reply,
  admitted: AdmittedCall<AskedLines & { readonly plan?: Plan | undefined }>,
): Promise<Reply> {
  const { asked, use } = admitted;
  try {
    const text = asked.cues.map(cue => cue.text).join('\n');
    const speaking = await beginSpeaking(parts, reply, admitted, text);
    const { language, work } = speaking;
    const writer = asked.shorten ? work.script(await parts.engines.script.choose(request.work)) : undefined;
    const fit = { ...asked, description: readDescription(asked), language, getSpeaker: speaking.getSpeaker };
    const steps = fitScript(writer, fit, request.work);
    const isTimed = asked.durationSeconds !== undefined;
    const fitting = { ...speaking, use, isTimed, signal: request.work };
    return await answerWithLines(request, reply, toLines(steps, fitting));
  } catch (error) {
    throw await settleFailure(use, error);
  }
}

type Speaking = Awaited<ReturnType<typeof beginSpeaking>>;

interface Fitting extends Speaking {
  readonly use: CountedUse;
  readonly isTimed: boolean;
  readonly signal: AbortSignal;
}

async function* toLines(
  steps: AsyncIterable<FitStep>,
  { use, work, main, getSpeaker, language, isTimed, signal }: Fitting,
): AsyncGenerator<FitLine> {
  const source = getSource(main.speech, { spokenIn: language });
  let isFirst = true;
  try {
    for await (const step of steps) {
      // Not before the first step: until then an error is answered with its status.
      if (isFirst) yield { source };
      isFirst = false;
      if ('lines' in step) {
        const { lines } = step;
        yield { script: isTimed ? printTimedScript(lines) : lines.map(({ text }) => text).join('\n') };
        continue;
      }
      use.spend();
      const { sound, manifests, ...line } = step.line;
      const own = getSource(getSpeaker(line.index).speech, { spokenIn: language });
      const isMain = own.provider === source.provider && own.model === source.model;
      yield {
        line: { ...line, ...(!isMain && { source: own }), mp3: await toBase64(sound, manifests, signal) },
      };
    }
  } catch (error) {
    throw await settleFailure(use, error);
  } finally {
    await work.settle();
  }
}

/** Each encoder is a thread of 25 MB, and starting it holds the event loop. */
const encoders = createSemaphore(2);

async function toBase64(
  sound: PlainSound,
  manifests: readonly Uint8Array[],
  signal: AbortSignal,
): Promise<string> {
  if (sound.samples.length === 0) return '';
  using held = new DisposableStack();
  held.defer(await encoders.acquire(signal));
  const pieces = await Array.fromAsync(encodeMp3([sound]));
  return Buffer.from(addManifestTag(Buffer.concat(pieces), manifests)).toString('base64');
}
