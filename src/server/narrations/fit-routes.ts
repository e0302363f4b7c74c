import { getSource } from '#engines/ports.ts';
import { addManifestTag } from '#media/marks/id3.ts';
import { encodeMp3 } from '#media/mp3/encode-mp3.ts';
import type { PlainSound } from '#media/sound/plain-sound.ts';
import { type FitStep, fitScript } from '#narration/fit-script.ts';
import type { Source } from '#shared/api/fields.ts';
import { anyFitRequestSchema, type FitLine, type FitRequest, fitRequestSchema } from '#shared/api/fit.ts';
import { progressMediaType } from '#shared/api/progress.ts';
import { requireTimedScript } from '#shared/narration/require-timed-script.ts';
import { printTimedScript } from '#shared/narration/timed-text.ts';
import type { Plan } from '#shared/plans.ts';
import type { Cue } from '#shared/script/cues.ts';
import { estimateSeconds, startRate } from '#shared/script/estimate-speech.ts';
import { splitLines } from '#shared/script/split-lines.ts';
import type { MeteredWork } from '../costs/account-costs.ts';
import type { Routes } from '../guards/routes.ts';
import { answerWithLines } from '../http/answer-with-stream.ts';
import type { Reply, Request } from '../http/app-types.ts';
import type { CountedUse, QuotaKind } from '../limits/daily-limits.ts';
import type { SpeechMeasurer } from '../voices/speech-rates.ts';
import { beginSpeaking, requireVoiceOfPlan } from './choose-speaker.ts';
import { type AdmittedCall, isEditing, type NarrationParts, readDescription } from './narration-parts.ts';
import { settleFailure } from './pass-lines.ts';

const summary = `Speaks lines of a timed script and makes them fit; answers ${progressMediaType}, a line each`;

/** `POST /api/free/fit` and `POST /api/fit`, for the signed-in user: speaks lines of a timed script and fits them. */
export function addFitRoutes(routes: Routes, parts: NarrationParts): void {
  const quota = { what: chooseQuota, isReported: true, atOnce: parts.speeches } as const;
  routes.add({
    method: 'POST',
    url: '/api/free/fit',
    schema: { summary, body: fitRequestSchema },
    guards: { limit: 'none', signIn: 'none', plan: async ({ body }) => readLines(body), quota },
    handler: (request, reply, admitted) => fitLines(parts, request, reply, admitted),
  });
  routes.add({
    method: 'POST',
    url: '/api/fit',
    schema: { summary, body: anyFitRequestSchema },
    guards: {
      limit: 'none',
      signIn: { token: ['narrate'] },
      plan: async ({ body }, plan) => {
        requireVoiceOfPlan(parts.engines, body.voice, plan);
        return { ...readLines(body), plan };
      },
      quota,
    },
    handler: (request, reply, admitted) => fitLines(parts, request, reply, admitted),
  });
}

interface AskedLines extends Omit<FitRequest, 'script'> {
  readonly cues: readonly Cue[];
  readonly durationSeconds: number;
}

/** Refuses invalid lines before a use is counted. */
function readLines({ script, ...asked }: FitRequest): AskedLines {
  const { durationSeconds } = asked;
  if (durationSeconds !== undefined)
    return { ...asked, durationSeconds, cues: requireTimedScript(script, durationSeconds) };
  const rows = splitLines(script);
  const cues = rows.map((text, startSeconds) => ({ startSeconds, text }));
  return { ...asked, durationSeconds: rows.length, cues };
}

function chooseQuota({ cues, lines, shorten }: AskedLines): QuotaKind {
  if (!lines || shorten) return 'speech';
  return isEditing(lines.map(index => cues[index]?.text ?? '')) ? 'line' : 'speech';
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
    const { language, speech, work, measured, measurer } = await beginSpeaking(parts, reply, admitted, text);
    const script = work.script(await parts.engines.script.choose(request.work));
    const rate = startRate(language, await parts.speechRates.findFactor(measured));
    const estimate = (line: string) => estimateSeconds(line, rate);
    const fit = { ...asked, description: readDescription(asked), language, estimate };
    const steps = fitScript({ speech, script }, fit, request.work);
    return await answerWithLines(
      request,
      reply,
      toLines(steps, { use, measurer, work, source: getSource(speech) }),
    );
  } catch (error) {
    throw settleFailure(use, error);
  }
}

interface Fitting {
  readonly source: Source;
  readonly use: CountedUse;
  readonly measurer: SpeechMeasurer | undefined;
  readonly work: MeteredWork;
}

async function* toLines(
  steps: AsyncIterable<FitStep>,
  { source, use, measurer, work }: Fitting,
): AsyncGenerator<FitLine> {
  let isFirst = true;
  try {
    for await (const step of steps) {
      // Not before the first step: until then an error is answered with its status.
      if (isFirst) yield { source };
      isFirst = false;
      if ('lines' in step) {
        yield { script: printTimedScript(step.lines) };
        continue;
      }
      use.spend();
      const { sound, manifests, ...line } = step.line;
      if (line.unspoken === undefined) measurer?.note(line.text, line.seconds);
      yield { line: { ...line, mp3: await toBase64(sound, manifests) } };
    }
  } catch (error) {
    throw settleFailure(use, error);
  } finally {
    measurer?.end();
    await work.settle();
  }
}

async function toBase64(sound: PlainSound, manifests: readonly Uint8Array[]): Promise<string> {
  if (sound.samples.length === 0) return '';
  const pieces: Uint8Array[] = [];
  async function* once() {
    yield sound;
  }
  for await (const piece of encodeMp3(once())) pieces.push(piece);
  return Buffer.from(addManifestTag(Buffer.concat(pieces), manifests)).toString('base64');
}
