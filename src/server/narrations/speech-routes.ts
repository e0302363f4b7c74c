import { convertToVoice } from '#narration/convert-to-voice.ts';
import { speechRequestSchema, type VoiceRequest, voiceRequestSchema } from '#shared/api/free.ts';
import { CodedError } from '#shared/errors.ts';
import { maxScriptCharacters } from '#shared/limits.ts';
import { getVoicePlan } from '#shared/voices.ts';
import { answerWithSound } from '../http/answer-with-sound.ts';
import type { App, Reply, Request } from '../http/app-types.ts';
import { describeForm } from '../http/form-route.ts';
import { parseFields } from '../http/parse-fields.ts';
import { chargeSpeech } from '../limits/charge-use.ts';
import { countUse } from '../limits/count-use.ts';
import type { QuotaSubject } from '../limits/daily-limits.ts';
import { requireVisitorSubject } from '../limits/require-visitor.ts';
import { speechForm } from './form-shapes.ts';
import type { NarrationParts } from './narration-parts.ts';
import { forgiveOurFailure } from './pass-lines.ts';
import { requireNarrator, requireVoiceOfPlan } from './require-narrator.ts';

/** `POST /api/free/speech` (JSON) and `POST /convert_to_voice` (a form): a script becomes an mp3. */
export function addSpeechRoutes(app: App, parts: NarrationParts): void {
  const { config, uploads } = parts;
  const summary = 'Speaks a script; answers audio/mpeg as it is made';
  app.post('/api/free/speech', { schema: { summary, body: speechRequestSchema } }, (request, reply) =>
    speak(parts, request, reply, request.body, requireVisitorSubject(request, config)),
  );

  app.post(
    '/convert_to_voice',
    describeForm(summary, voiceRequestSchema.shape, {}),
    async (request, reply) => {
      const { subject, plan } = await requireNarrator(parts, request);
      using _running = await uploads.begin(request, speechForm);
      await using form = await uploads.receive(request, speechForm);
      const { script, voice, language } = parseFields(voiceRequestSchema, form.texts);
      const allowed = requireVoiceOfPlan(voice, plan);
      return speak(parts, request, reply, { script, voice: allowed, language }, subject);
    },
  );
}

async function speak(
  { dailyLimits, engines, speeches }: NarrationParts,
  request: Request,
  reply: Reply,
  wanted: VoiceRequest,
  subject: QuotaSubject,
): Promise<Reply> {
  requireSpeakableLength(wanted.script);
  using _running = speeches.begin(subject.id);
  await using use = await countUse(dailyLimits, reply, 'speech', subject);
  use.spend();
  try {
    const engine = engines.speech[getVoicePlan(wanted.voice)];
    const charged = chargeSpeech(engine, use);
    return await answerWithSound(reply, await convertToVoice(charged, wanted, request.work));
  } catch (error) {
    forgiveOurFailure(use, error);
    throw error;
  }
}

function requireSpeakableLength(script: string): void {
  if (script.length <= maxScriptCharacters) return;
  const limit = maxScriptCharacters.toLocaleString('en');
  throw new CodedError('too_large', {
    message: `This script is longer than the ${limit} characters that we speak at once.`,
  });
}
