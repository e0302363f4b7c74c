import { z } from 'zod';
import { getSource } from '#engines/ports.ts';
import { convertLinesToVoice } from '#narration/convert-lines-to-voice.ts';
import { convertToVoice } from '#narration/convert-to-voice.ts';
import type { Source } from '#shared/api/fields.ts';
import {
  type SpeechLine,
  speechRequestSchema,
  type VoiceRequest,
  voiceRequestSchema,
} from '#shared/api/free.ts';
import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { createMarks } from '#shared/marks/create-marks.ts';
import { type Marks, markAlgorithmic } from '#shared/marks/provenance.ts';
import { toOwnScript } from '#shared/narration/formats/read-own-script.ts';
import { requireLineLengths, requireTimedScript } from '#shared/narration/require-timed-script.ts';
import { isTimedScript, removeTimes } from '#shared/narration/timed-text.ts';
import type { Plan } from '#shared/plans.ts';
import type { Cue } from '#shared/script/cues.ts';
import type { LineDelivery } from '#shared/script/plan-lines.ts';
import { type SpeechPart, takeMp3 } from '#shared/speech.ts';
import type { Routes } from '../guards/routes.ts';
import { acceptsLines, answerWithLines, answerWithSound } from '../http/answer-with-stream.ts';
import type { Reply, Request } from '../http/app-types.ts';
import { describeForm, parseFields, requireVideoTimes } from '../http/validate-fields.ts';
import { type FormShape, takeOnce } from '../uploads/uploads.ts';
import {
  type AskedDelivery,
  beginSpeaking,
  type ChosenSpeaker,
  getAskedName,
  requireShort,
  requireVoices,
} from './choose-speaker.ts';
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
  const quota = { what: 'speech', isReported: true } as const;

  routes.add({
    method: 'POST',
    url: '/api/free/speech',
    schema: { summary, body: speechRequestSchema, ...sound },
    guards: {
      limit: 'none',
      signIn: 'none',
      plan: async (request, plan) => {
        await requireVoices(parts, request, request.body, plan);
        return readScript(request.body);
      },
      quota,
      atOnce: 'speak',
    },
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
        await requireVoices(parts, request, asked, plan);
        return { ...readScript(asked), plan };
      },
      quota,
      atOnce: 'speak',
    },
    handler: (request, reply, admitted) => speak(parts, request, reply, admitted),
  });
}

/** Lines at their times in a video of known duration, or without times one after the other. */
interface SpokenLines {
  readonly cues: readonly (Cue & LineDelivery)[];
  readonly durationSeconds?: number | undefined;
}

export interface AskedSpeech extends Omit<VoiceRequest, 'script' | 'durationSeconds'> {
  /** A text is spoken continuously, by one voice. */
  readonly script: string | SpokenLines;
  /** Of lines. */
  readonly deliveries?: readonly AskedDelivery[] | undefined;
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
    const speaking = await beginSpeaking(parts, reply, admitted, text);
    const { language, main, getSpeaker, work } = speaking;
    const reportsCues = acceptsLines(request);
    const sound = await speakScript({ ...asked, reportsCues }, speaking, request.work);
    use.spend();
    const speakers = typeof script === 'string' ? [main] : script.cues.map((_, index) => getSpeaker(index));
    const source = getSource((speakers[0] ?? main).speech, undefined, language);
    const heard = settleAtEnd(markSpeech(sound, markVoices(speakers, language)), work);
    // Lines have pieces of sound, and the times of sentences.
    return reportsCues
      ? await answerWithLines(request, reply, toLines(heard, source))
      : await answerWithSound(reply, takeMp3(heard));
  } catch (error) {
    throw await settleFailure(use, error);
  }
}

interface ScriptToSpeak extends AskedSpeech {
  readonly reportsCues: boolean;
}

type Speaking = Awaited<ReturnType<typeof beginSpeaking>>;

async function speakScript(
  { script, pronunciations, reportsCues, ...asked }: ScriptToSpeak,
  { language, main, getSpeaker }: Speaking,
  signal: AbortSignal,
): Promise<AsyncIterable<SpeechPart>> {
  if (typeof script === 'string') {
    const spoken = { ...asked, script, language, pronunciations, reportsCues };
    return await convertToVoice(main.speech, spoken, signal);
  }
  const { cues, durationSeconds } = script;
  const lines = cues.map((cue, index) => ({ ...cue, speaker: getSpeaker(index) }));
  const spoken = { lines, language, pronunciations, durationSeconds };
  return await convertLinesToVoice(spoken, signal);
}

/** @throws CodedError `too_large`, `bad_request` */
export function readScript({ script: sent, durationSeconds, ...asked }: VoiceRequest): AskedSpeech {
  const script = toOwnScript(sent);
  if (durationSeconds === undefined || !isTimedScript(script))
    return { ...asked, script: requireSpeakable(script) };
  requireShort(script);
  return { ...asked, script: { cues: requireTimedScript(script, durationSeconds), durationSeconds } };
}

/** The text without times. @throws CodedError `too_large`, `bad_request` for a timed line that is too long */
export function requireSpeakable(script: string): string {
  requireShort(script);
  requireLineLengths(script);
  return removeTimes(script);
}

/** What an mp3 says of itself; who wrote the text is not known here. */
function markVoices(speakers: readonly ChosenSpeaker[], spoken: LanguageName): Marks {
  const language = getLanguage(spoken).code;
  const voices = speakers.map(({ voice, speech }) => ({ name: getAskedName(voice), ...getSource(speech) }));
  const marked = markAlgorithmic(voices, language);
  return createMarks({ voices: marked, language, isTranslated: false, isDescription: false }, 'voice');
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
