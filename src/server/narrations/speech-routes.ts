import { z } from 'zod';
import { getSource, type SpeechEngine } from '#engines/ports.ts';
import { convertTimedToVoice } from '#narration/convert-timed-to-voice.ts';
import { convertToVoice } from '#narration/convert-to-voice.ts';
import type { AskedVoice, Source } from '#shared/api/fields.ts';
import { speechRequestSchema, type VoiceRequest, voiceRequestSchema } from '#shared/api/free.ts';
import type { SpeechLine } from '#shared/api/speech-line.ts';
import { CodedError } from '#shared/errors.ts';
import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { maxScriptCharacters } from '#shared/limits.ts';
import { createMarks } from '#shared/marks/create-marks.ts';
import type { Marks } from '#shared/marks/provenance.ts';
import { fill } from '#shared/messages/message.ts';
import { narrationErrors } from '#shared/messages/narration-errors.ts';
import { requireLineLengths, requireTimedScript } from '#shared/narration/require-timed-script.ts';
import { isTimedScript, removeTimes } from '#shared/narration/timed-text.ts';
import type { Plan } from '#shared/plans.ts';
import type { Cue } from '#shared/script/cues.ts';
import { type SpeechPart, takeMp3 } from '#shared/speech.ts';
import type { Routes } from '../guards/routes.ts';
import { acceptsLines, answerWithLines, answerWithSound } from '../http/answer-with-stream.ts';
import type { Reply, Request } from '../http/app-types.ts';
import { describeForm, parseFields } from '../http/form-route.ts';
import { requireVideoTimes } from '../http/require-video-times.ts';
import { type FormShape, takeOnce } from '../uploads/receive-form.ts';
import type { SpeechMeasurer } from '../voices/speech-rates.ts';
import { beginSpeaking, requireVoiceOfPlan } from './choose-speaker.ts';
import type { AdmittedCall, NarrationParts } from './narration-parts.ts';
import { markSpeech, settleAtEnd, settleFailure } from './pass-lines.ts';

const speechForm: FormShape = { texts: takeOnce(voiceRequestSchema.shape), files: {} };

/** `POST /api/free/speech` (JSON) and `POST /convert_to_voice` (a form): creates an mp3 from a script. */
export function addSpeechRoutes(routes: Routes, parts: NarrationParts): void {
  const { config, uploads } = parts;
  const summary =
    'Speaks a script; answers audio/mpeg as it is made, or application/x-ndjson with where each sentence is heard';
  const { schema, ...about } = describeForm(summary, voiceRequestSchema.shape, {});
  const sound = { produces: ['audio/mpeg'], response: { 200: z.unknown().meta({ description: 'An mp3' }) } };
  const quota = { what: 'speech', isReported: true, atOnce: parts.speeches } as const;

  routes.add({
    method: 'POST',
    url: '/api/free/speech',
    schema: { summary, body: speechRequestSchema, ...sound },
    guards: { limit: 'none', signIn: 'none', plan: async ({ body }) => readScript(body), quota },
    handler: (request, reply, admitted) => speak(parts, request, reply, admitted),
  });

  routes.add({
    method: 'POST',
    url: '/convert_to_voice',
    schema: { ...schema, ...sound },
    ...about,
    guards: {
      limit: uploads.limit,
      signIn: { token: ['narrate'] },
      plan: async (request, plan) => {
        await uploads.requireAcceptable(request, speechForm);
        await using form = await uploads.receive(request, speechForm);
        const asked = requireVideoTimes(parseFields(voiceRequestSchema, form.texts), config.maxVideoSeconds);
        requireVoiceOfPlan(parts.engines, asked.voice, plan);
        return { ...readScript(asked), plan };
      },
      quota,
    },
    handler: (request, reply, admitted) => speak(parts, request, reply, admitted),
  });
}

/** Lines at their times in a video of known duration; any other script is spoken continuously. */
export interface AskedSpeech extends Omit<VoiceRequest, 'script' | 'durationSeconds'> {
  readonly script: string | { readonly cues: readonly Cue[]; readonly durationSeconds: number };
}

/** Answers with the sound of a script, or with lines if the request accepts them. */
export async function speak(
  parts: NarrationParts,
  request: Request,
  reply: Reply,
  admitted: AdmittedCall<AskedSpeech & { readonly plan?: Plan | undefined }>,
): Promise<Reply> {
  const { asked, use } = admitted;
  try {
    const { script } = asked;
    const text = typeof script === 'string' ? script : script.cues.map(cue => cue.text).join('\n');
    const { language, speech, work, measurer } = await beginSpeaking(parts, reply, admitted, text);
    const spoken = { ...asked, language, reportsCues: acceptsLines(request), measurer };
    const sound = await speakScript(speech, spoken, request.work);
    use.spend();
    const source = getSource(speech);
    const heard = settleAtEnd(markSpeech(sound, markVoice({ voice: asked.voice, language }, source)), work);
    // Lines have pieces of sound, and the times of sentences.
    return spoken.reportsCues
      ? await answerWithLines(request, reply, toLines(heard, source))
      : await answerWithSound(reply, takeMp3(heard));
  } catch (error) {
    throw settleFailure(use, error);
  }
}

interface ScriptToSpeak extends AskedSpeech {
  readonly reportsCues: boolean;
  /** Receives the durations of lines and sentences, if known. */
  readonly measurer: SpeechMeasurer | undefined;
}

async function speakScript(
  speech: SpeechEngine,
  { script, measurer, ...spoken }: ScriptToSpeak,
  signal: AbortSignal,
): Promise<AsyncIterable<SpeechPart>> {
  const isTimed = typeof script !== 'string';
  const parts = isTimed
    ? await convertTimedToVoice(speech, { ...spoken, ...script, noteLine: measurer?.note }, signal)
    : await convertToVoice(speech, { ...spoken, script }, signal);
  return measurer ? noteSentences(parts, measurer, isTimed) : parts;
}

/** @param isTimed its lines were measured as they were spoken, at their natural speed */
async function* noteSentences(
  parts: AsyncIterable<SpeechPart>,
  measurer: SpeechMeasurer,
  isTimed: boolean,
): AsyncGenerator<SpeechPart, void> {
  try {
    for await (const part of parts) {
      if ('cue' in part && !isTimed)
        measurer.note(part.cue.text, part.cue.endSeconds - part.cue.startSeconds);
      yield part;
    }
  } finally {
    measurer.end();
  }
}

/** @throws CodedError `too_large`, `bad_request` */
export function readScript({ script, durationSeconds, ...asked }: VoiceRequest): AskedSpeech {
  if (script.length > maxScriptCharacters)
    throw new CodedError('too_large', {
      message: fill(narrationErrors.scriptTooLongToSpeak, { limit: maxScriptCharacters }),
    });
  if (durationSeconds !== undefined && isTimedScript(script))
    return { ...asked, script: { cues: requireTimedScript(script, durationSeconds), durationSeconds } };
  requireLineLengths(script);
  return { ...asked, script: removeTimes(script) };
}

/** What an mp3 says of itself; who wrote the text is not known here. */
function markVoice(
  { voice, language: spoken }: { readonly voice: AskedVoice; readonly language: LanguageName },
  source: Source,
): Marks {
  const language = getLanguage(spoken).code;
  const voices = [{ name: typeof voice === 'string' ? voice : voice.id, ...source }];
  return createMarks({ voices, language, isTranslated: false, isDescription: false }, 'voice');
}

/** Nothing before the first part is certain: until then an error is answered with its status. */
async function* toLines(parts: AsyncIterable<SpeechPart>, source: Source): AsyncGenerator<SpeechLine> {
  let isFirst = true;
  for await (const part of parts) {
    if (isFirst) yield { source };
    isFirst = false;
    yield 'mp3' in part ? { mp3: Buffer.from(part.mp3).toString('base64') } : part;
  }
}
