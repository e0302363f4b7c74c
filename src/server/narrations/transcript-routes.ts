import type { TranscriptionEngine } from '#engines/ports.ts';
import { takeHearable } from '#narration/transcribe.ts';
import {
  type TranscriptAnswer,
  transcriptAnswerSchema,
  transcriptFieldsSchema,
} from '#shared/api/transcript.ts';
import { refuse } from '#shared/errors.ts';
import { getLanguage } from '#shared/languages.ts';
import { maxHeardBytes } from '#shared/limits.ts';
import { narrationErrors } from '#shared/messages/narration-errors.ts';
import type { Account } from '../guards/guards.ts';
import type { Routes } from '../guards/routes.ts';
import type { Request } from '../http/app-types.ts';
import { describeForm, parseFields } from '../http/validate-fields.ts';
import type { CountedUse } from '../limits/count-daily-use.ts';
import { type FormShape, type ReceivedForm, takeOnce } from '../uploads/uploads.ts';
import { listTwins, type NarrationParts, settleFailure } from './narration-parts.ts';

const shape: FormShape = {
  texts: takeOnce(transcriptFieldsSchema.shape),
  files: { sound: { most: 1, maxBytes: maxHeardBytes, isReadWhole: true } },
};

/**
 * `POST /api/free/transcript` and `POST /api/transcript`: what is said in a piece of sound, which is not stored. 404 if no provider
 * is set up for it.
 */
export function addTranscriptRoutes(routes: Routes, parts: NarrationParts): void {
  const { uploads } = parts;
  const { schema, ...about } = describeForm(
    'Transcribes what is said in a sound',
    transcriptFieldsSchema.shape,
    {
      sound: 'A mono mp3 of at most ten minutes',
    },
  );
  for (const { url, signIn } of listTwins('transcript'))
    routes.add({
      method: 'POST',
      url,
      schema: { ...schema, response: { 200: transcriptAnswerSchema } },
      ...about,
      guards: {
        limit: uploads.limit,
        signIn,
        plan: async request => {
          requireTranscription(parts);
          await uploads.requireAcceptable(request, shape);
        },
        quota: { what: 'transcription', isReported: true },
        atOnce: 'hear',
        receive: (request, digest) => uploads.receive(request, shape, digest),
      },
      handler: (request, _reply, admitted) => transcribeForm(parts, request, admitted),
    });
}

function requireTranscription({ engines }: NarrationParts) {
  if (engines.transcription) return engines.transcription;
  throw refuse('not_found', narrationErrors.noTranscription);
}

async function transcribeForm(
  parts: NarrationParts,
  request: Request,
  { account, use, form }: { account: Account | undefined; use: CountedUse; form: ReceivedForm },
): Promise<TranscriptAnswer> {
  const { language } = parseFields(transcriptFieldsSchema, form.texts);
  const [sound] = form.getFiles('sound');
  if (!sound) throw refuse('bad_request', narrationErrors.noSound);
  try {
    const chosen = await requireTranscription(parts).choose(request.work);
    const hearable = takeHearable(await sound.read());
    const work = parts.costs.begin(use, account);
    const engine: TranscriptionEngine = work.transcription(chosen);
    const { segments, language: heard } = await engine.transcribe({
      ...hearable,
      language: language && getLanguage(language),
      signal: request.work,
    });
    use.spend();
    await work.settle();
    const { provider, model } = engine;
    return {
      segments: segments.map(({ words, ...segment }) => ({ ...segment, words: words && [...words] })),
      language: heard,
      provider: provider.name,
      model,
      cost: work.cost ?? undefined,
    };
  } catch (error) {
    throw await settleFailure(use, error);
  }
}
