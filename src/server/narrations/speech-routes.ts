import { z } from 'zod';
import { getSource } from '#engines/ports.ts';
import { convertLinesToVoice, convertToVoice } from '#narration/convert-to-voice.ts';
import { detectLanguage } from '#narration/detect-language.ts';
import type { Speaker } from '#narration/speak-line.ts';
import { workIdHeader } from '#shared/api/costs.ts';
import type { AskedVoice, Source } from '#shared/api/fields.ts';
import {
  type SpeechLine,
  speechRequestSchema,
  type VoiceRequest,
  voiceRequestSchema,
} from '#shared/api/free.ts';
import { refuse } from '#shared/errors.ts';
import { getLanguage, type Language, type LanguageName } from '#shared/languages.ts';
import { maxScriptCharacters } from '#shared/limits.ts';
import { createMarks } from '#shared/marks/create-marks.ts';
import { type Marks, markAlgorithmic } from '#shared/marks/provenance.ts';
import { narrationErrors } from '#shared/messages/narration-errors.ts';
import { toOwnScript } from '#shared/narration/formats/read-own-script.ts';
import { requireLineLengths, requireTimedScript } from '#shared/narration/require-timed-script.ts';
import { isTimedScript, removeTimes } from '#shared/narration/timed-text.ts';
import type { Plan } from '#shared/plans.ts';
import type { Pronunciation } from '#shared/pronunciations.ts';
import type { Cue } from '#shared/script/cues.ts';
import type { LineDelivery } from '#shared/script/plan-lines.ts';
import { type Manner, type SpeechPart, takeMp3 } from '#shared/speech.ts';
import { toVoiceId } from '#shared/voices.ts';
import { chooseForVoice, type EngineRoles, findVoicePlan } from '../choose-engines.ts';
import type { Routes } from '../guards/routes.ts';
import { acceptsLines, answerWithLines, answerWithSound } from '../http/answer-with-stream.ts';
import type { Reply, Request } from '../http/app-types.ts';
import { describeForm, parseFields, requireVideoTimes } from '../http/validate-fields.ts';
import { type FormShape, takeOnce } from '../uploads/uploads.ts';
import { requireListed } from '../voices/own-voices.ts';
import {
  type AdmittedCall,
  markSpeech,
  type NarrationParts,
  settleAtEnd,
  settleFailure,
} from './narration-parts.ts';

interface AskedVoicing {
  readonly voice: AskedVoice;
  /** Provider id of a preset; by default the server chooses. */
  readonly provider?: string | undefined;
  readonly manner?: Manner | undefined;
}

/** How some lines are spoken: what it leaves out is as for the others. */
interface AskedDelivery extends Omit<AskedVoicing, 'voice'> {
  /** Their indices. */
  readonly lines: readonly number[];
  readonly voice?: AskedVoice | undefined;
}

interface AskedSpeaker extends AskedVoicing {
  /** By default detected. */
  readonly language?: LanguageName | undefined;
  readonly deliveries?: readonly AskedDelivery[] | undefined;
  readonly pronunciations?: readonly Pronunciation[] | undefined;
  /** Undefined if sign-in is not required. */
  readonly plan?: Plan | undefined;
}

/** A voice of a call; its engine is metered. */
interface ChosenSpeaker extends Speaker {
  readonly voice: AskedVoice;
}

/**
 * Chooses language and engines for a text to speak, one for each voice, and begins the work that pays for it.
 * @throws CodedError `bad_request` for a provider that plan and configuration do not allow, `client_closed`
 */
export async function beginSpeaking(
  { costs, engines }: NarrationParts,
  reply: Reply,
  { account, asked, use }: AdmittedCall<AskedSpeaker>,
  text: string,
) {
  const language = asked.language ? getLanguage(asked.language) : await detectLanguage(text);
  const work = costs.begin(use, account);
  if (account) reply.header(workIdHeader, work.id);
  const voices = new Map<string, ChosenSpeaker>();
  const find = async ({ voice, provider, manner }: AskedVoicing): Promise<ChosenSpeaker> => {
    const key = JSON.stringify([toVoiceId(voice), provider]);
    const known = voices.get(key);
    if (known) return { ...known, manner };
    const wanted = { voice, provider, plan: asked.plan };
    const engine = await chooseEngine(engines, wanted, language, reply.request.work);
    const speaker = { speech: work.speech(engine), voice };
    voices.set(key, speaker);
    return { ...speaker, manner };
  };
  const main = await find(asked);
  const ofLines = new Map<number, ChosenSpeaker>();
  for (const { lines, voice, provider, manner } of asked.deliveries ?? []) {
    const speaker = await find({
      voice: voice ?? asked.voice,
      provider: provider ?? asked.provider,
      manner: manner ?? asked.manner,
    });
    for (const line of lines) ofLines.set(line, speaker);
  }
  return {
    language: language.name,
    work,
    /** For all that has no line. */
    main,
    getSpeaker: (index: number) => ofLines.get(index) ?? main,
  };
}

/** The premium plan may also name premium providers for standard voices. */
function chooseEngine(
  engines: Pick<EngineRoles, 'speech'>,
  { voice, provider, plan }: Omit<AskedSpeaker, 'language'>,
  language: Language,
  signal: AbortSignal,
) {
  const { standard, premium } = engines.speech;
  const isOwn = standard.candidates.some(each => each.id === provider && standard.isSelectable(each));
  const isOfPremium = plan === 'premium' && typeof voice === 'string' && provider !== undefined && !isOwn;
  if (isOfPremium) return premium.chooseFor(language, signal, provider);
  return chooseForVoice(engines, { voice, language, provider }, signal);
}

/** @throws CodedError `forbidden` for a premium voice without the premium plan; `voice_gone` also for one that is not for whoever asks */
export async function requireVoices(
  { engines, accounts }: Pick<NarrationParts, 'engines' | 'accounts'>,
  request: Request,
  { voice: main, deliveries = [] }: Pick<AskedSpeaker, 'voice' | 'deliveries'>,
  plan: Plan | undefined,
): Promise<void> {
  const voices = [main, ...deliveries.flatMap(each => each.voice ?? [])];
  for (const voice of voices)
    if (findVoicePlan(engines, voice) === 'premium' && plan !== 'premium')
      throw refuse('forbidden', narrationErrors.premiumVoice, { voice: getAskedName(voice) });
  if (voices.every(voice => typeof voice === 'string') || (await accounts.mayUseAllVoices(request))) return;
  await requireListed(engines, voices, request.work);
}

/** @throws CodedError `too_large` */
function requireShort(script: string): void {
  if (script.length <= maxScriptCharacters) return;
  throw refuse('too_large', narrationErrors.scriptTooLongToSpeak, { limit: maxScriptCharacters });
}

/** What a call knows of a voice's name. */
function getAskedName(voice: AskedVoice): string {
  return typeof voice === 'string' ? voice : voice.id;
}

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
    const source = getSource((speakers[0] ?? main).speech, { spokenIn: language });
    const heard = settleAtEnd(markSpeech(sound, markVoices(speakers, language)), work);
    // Lines have pieces of sound, and the times of sentences.
    return reportsCues
      ? await answerWithLines(request, reply, toLines(heard, source))
      : await answerWithSound(reply, takeMp3(heard));
  } catch (error) {
    throw await settleFailure(use, error);
  }
}

type Speaking = Awaited<ReturnType<typeof beginSpeaking>>;

async function speakScript(
  { script, pronunciations, reportsCues, ...asked }: AskedSpeech & { readonly reportsCues: boolean },
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
