import type { Language } from '#shared/languages.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { type FilledMessage, fill } from '#shared/messages/message.ts';
import type { Manner } from '#shared/speech.ts';
import type { EngineStep, LanguageSupport, Readiness } from '../ports.ts';
import { toMissingModelError, toSetupError } from '../provider/failure.ts';
import { isPast } from '../provider/model-choice.ts';
import type { ServerKind, ServerModel } from './list-models.ts';
import type { Server, ServerListing } from './server.ts';

const listedModels = new Set(['tts-1', 'tts-1-hd', 'gpt-4o-mini-tts']);

/**
 * Languages of Whisper with good accuracy. Only what the guide lists. Source: developers.openai.com/api/docs/guides/text-to-speech,
 * supported languages.
 */
const listedLanguages: ReadonlySet<string> = new Set(
  'af ar hy az be bs bg ca zh hr cs da nl en et fi fr gl de el he hi hu is id it ja kn kk ko lv lt mk ms mr mi ne nb fa pl pt ro ru sr sk sl es sw sv tl ta th tr uk ur vi cy'.split(
    ' ',
  ),
);

/**
 * The vendor's models for `auto`, first choice first, as of 2026-11-22.
 * Dates are shutdown dates. Those of the vendor's own list (`shutdown_date`) take precedence; these are for keys that may not read
 * it. Sources: developers.openai.com/api/docs/deprecations, /api/docs/models/gpt-6-luna, /api/docs/guides/text-to-speech.
 */
export interface KnownModel {
  readonly name: string;
  /** ISO, such as `2027-01-14`; undefined if none is announced. */
  readonly endsOn?: string;
}

/** Vision and script. The vendor names `gpt-6-luna` as successor of `gpt-4o`. */
export const chatModels: readonly KnownModel[] = [
  { name: 'gpt-6-luna' },
  { name: 'gpt-4o', endsOn: '2027-01-14' },
];

/** Speech: `tts-1` by the speech endpoint, the other by the Realtime API, which the vendor names as successor. */
export const speechModels: readonly [KnownModel, KnownModel] = [
  { name: 'tts-1', endsOn: '2027-01-06' },
  { name: 'gpt-realtime-2.1-mini' },
];

/**
 * Transcription. The vendor names the first as successor of the others; it gives no times
 * (developers.openai.com/api/docs/guides/speech-to-text).
 */
export const transcriptionModels: readonly KnownModel[] = [
  { name: 'gpt-transcribe' },
  { name: 'whisper-1', endsOn: '2027-02-26' },
];

/** By the list of the model's maker. A gateway may prefix the maker: `openai/tts-1`. */
export function getModelLanguageSupport(model: string, language: Language): LanguageSupport {
  if (!listedModels.has(model.split('/').at(-1) ?? model)) return { kind: 'unknown' };
  return { kind: listedLanguages.has(language.code) ? 'spoken' : 'unlisted' };
}

/**
 * Speech models that take `instructions`: OpenAI's (openai 7.55.0, `SpeechCreateParams.instructions`) and Qwen3-TTS with set voices
 * (docs.vllm.ai/projects/vllm-omni, Speech API).
 */
export function takesInstructions(model: string): boolean {
  const name = model.toLowerCase();
  const isQwen = name.includes('qwen3-tts') && name.includes('customvoice');
  return isQwen || name.includes('gpt-4o-mini-tts');
}

/**
 * Longest text of a speech request: OpenAI's limit, except for Orpheus at Groq (console.groq.com/docs/text-to-speech/orpheus) and
 * chatterbox-tts-api (travisvn, app/models/requests.py).
 */
export function getMaxCharacters(model = ''): number {
  if (model.includes('orpheus-v1') || model.includes('orpheus-arabic')) return 200;
  return model.includes('chatterbox') ? 3000 : 4096;
}

export function describeManner(manner: Manner | undefined): string | undefined {
  return manner && `Tone of voice: ${manner}.`;
}

export interface ModelRole {
  readonly role: EngineStep;
  readonly named: string | undefined;
  readonly setting: string;
  /** Those to prefer, first choice first; OpenAI's if undefined. */
  readonly known?: readonly KnownModel[] | undefined;
}

export interface ChosenModel {
  readonly name: string;
  readonly kind: ServerKind;
  readonly apiUrl: string;
}

export interface ModelChoice {
  readonly model: string | undefined;
  checkReadiness(signal: AbortSignal): Promise<Readiness>;
  /** @throws CodedError why there is none, `client_closed` */
  require(signal: AbortSignal): Promise<ChosenModel>;
  /** Call when the model does not exist: the next call asks the server again. */
  reject(name: string): void;
}

/** A missing model may have been installed since. */
const rejectedMs = 60_000;
/** On a marketplace or an unknown server with more models the operator must choose, because some are expensive. */
const maxModelsForAuto = 20;
const marketplaces: readonly ServerKind[] = ['other', 'openrouter', 'mistral'];

export function createModelChoice(server: Server, wanted: ModelRole): ModelChoice {
  let model = wanted.named;
  const rejectedUntil = new Map<string, number>();
  const isRejected = (name: string) => (rejectedUntil.get(name) ?? 0) > performance.now();

  async function judge(signal: AbortSignal) {
    const found = await server.find(signal);
    const listing =
      found.kind === 'found' ? found.listing : ({ ...found, kind: 'other', models: undefined } as const);
    const readiness = chooseModel(listing, { ...wanted, ...server, isRejected });
    // Without a list, a configured model or the vendor's own can still be tried.
    if (found.kind === 'failed' && !(found.mayTry && readiness.kind === 'ready'))
      return { listing, readiness: { kind: 'unreached', error: found.error } as const };
    if (readiness.kind === 'ready') model = readiness.model;
    return { listing, readiness };
  }

  return {
    get model() {
      return model;
    },
    checkReadiness: async signal => (await judge(signal)).readiness,
    async require(signal) {
      const { listing, readiness } = await judge(signal);
      if (readiness.kind !== 'ready') throw readiness.error;
      return { name: readiness.model ?? '', kind: listing.kind, apiUrl: listing.apiUrl };
    },
    reject(name) {
      server.forget();
      if (wanted.named === undefined) rejectedUntil.set(name, performance.now() + rejectedMs);
    },
  };
}

interface Choosing extends ModelRole, Pick<Server, 'isVendor' | 'providerName'> {
  isRejected(name: string): boolean;
}

function chooseModel({ kind, models }: ServerListing, choosing: Choosing): Readiness {
  const { named, setting, isVendor, providerName: provider } = choosing;
  if (named !== undefined) return judgeNamed(named, models, choosing);
  if (!models && !isVendor)
    return unable(fill(engineMessages.modelsNotListed, { provider }), `Name one in ${setting}.`);
  const able = models?.filter(model => canDo(model, choosing));
  const known = findKnown(able, choosing);
  if (known) return known;
  if (isVendor || !able) {
    const names = listKnown(choosing).map(({ name }) => name);
    const advice = `It knows ${names.join(' and ')}. Name another model in ${setting}.`;
    return unable(fill(engineMessages.modelsUnknown, { provider }), advice);
  }
  if (marketplaces.includes(kind) && able.length > maxModelsForAuto) {
    const message = fill(engineMessages.tooManyModels, { count: able.length, provider });
    return unable(message, `Name one in ${setting}.`);
  }
  const isOfSound = choosing.role === 'speech' || choosing.role === 'transcription';
  return isOfSound ? chooseFirst(able, choosing) : chooseBest(able, choosing);
}

export function ready(model: string | undefined, found: string, endsOn?: string): Readiness {
  return { kind: 'ready', model, found, ...(endsOn !== undefined && { endsOn }) };
}

function unable(message: FilledMessage, advice: string): Readiness {
  return { kind: 'unable', error: toSetupError(message, advice) };
}

function judgeNamed(
  named: string,
  models: readonly ServerModel[] | undefined,
  choosing: Choosing,
): Readiness {
  const { setting, role, providerName: provider, isRejected } = choosing;
  const found = `set by ${setting}`;
  if (!models) return ready(named, found);
  // Tags of Ollama and LocalAI may be omitted.
  const model = models.find(({ name }) => name === named || name === `${named}:latest`);
  if (!model) {
    const able = models.filter(each => canDo(each, { role, isRejected }));
    return { kind: 'unreached', error: toMissingModelError({ model: named, provider, setting }, able) };
  }
  if (role === 'vision' && model.seesPictures === false) {
    const message = fill(engineMessages.modelSeesNoImages, { model: model.name, provider });
    return { kind: 'unreached', error: toSetupError(message, `Name another in ${setting}.`) };
  }
  return ready(model.name, found, findEnd(model, choosing));
}

/** Whether a model suits the role. Unknown counts as yes: a call will show. */
function canDo(model: ServerModel, { role, isRejected }: Pick<Choosing, 'role' | 'isRejected'>): boolean {
  if (model.isRemote || isRejected(model.name) || isPast(model.endsOn)) return false;
  if (role === 'transcription') return model.transcribes === true;
  if (role === 'speech') return model.speaks === true;
  if (model.writes === false || (model.speaks && !model.writes)) return false;
  return role === 'script' || model.seesPictures !== false;
}

/**
 * The first listed one of the known models; a gateway may prefix the maker: `openai/gpt-6-luna`.
 * @param able undefined without a list
 */
function findKnown(able: readonly ServerModel[] | undefined, choosing: Choosing): Readiness | undefined {
  const { isVendor, isRejected } = choosing;
  for (const known of listKnown(choosing)) {
    // The dates are the vendor's: elsewhere the same name may be another model.
    if (isRejected(known.name) || (isVendor && isPast(known.endsOn))) continue;
    if (!able) return ready(known.name, 'the first known model; the server gives no list', known.endsOn);
    const model = able.find(({ name }) => name === known.name || name === `openai/${known.name}`);
    if (model) return ready(model.name, 'the first known model that is available', findEnd(model, choosing));
  }
  return undefined;
}

function listKnown({ role, known }: Pick<Choosing, 'role' | 'known'>): readonly KnownModel[] {
  return known ?? (role === 'transcription' ? transcriptionModels : chatModels);
}

function findEnd(model: ServerModel, choosing: Choosing): string | undefined {
  const known = choosing.isVendor ? listKnown(choosing) : [];
  return model.endsOn ?? known.find(({ name }) => name === model.name)?.endsOn;
}

function chooseFirst(able: readonly ServerModel[], { role, providerName: provider }: Choosing): Readiness {
  const best = able.find(({ endsOn }) => endsOn === undefined) ?? able[0];
  const does = role === 'speech' ? 'speaks' : 'transcribes';
  if (best) return ready(best.name, `the first model at ${provider} that ${does}`, best.endsOn);
  const { noSpeechModel, noTranscriptionModel } = engineMessages;
  return unable(fill(role === 'speech' ? noSpeechModel : noTranscriptionModel, { provider }), installAdvice);
}

const installAdvice = 'Install one, or connect another provider.';

/** Prefers models known to accept images, then the largest context; for scripts, the vision model, because it is loaded already. */
function chooseBest(able: readonly ServerModel[], { role, providerName: provider }: Choosing): Readiness {
  const sees = ({ seesPictures }: ServerModel) => Number(seesPictures === true);
  const bySight = (one: ServerModel, other: ServerModel) => sees(other) - sees(one);
  const byContext = (one: ServerModel, other: ServerModel) =>
    (other.contextTokens ?? 0) - (one.contextTokens ?? 0);
  const [first, second] = role === 'vision' ? [bySight, byContext] : [byContext, bySight];
  const [best] = able.toSorted((one, other) => first(one, other) || second(one, other));
  const { noVisionModel, noScriptModel } = engineMessages;
  if (!best)
    return unable(fill(role === 'vision' ? noVisionModel : noScriptModel, { provider }), installAdvice);
  const mustSee = role === 'vision' && best.seesPictures;
  const others = mustSee ? able.filter(({ seesPictures }) => seesPictures) : able;
  const what = mustSee ? 'vision model' : 'model';
  const found = others.length === 1 ? `the only ${what}` : `the ${what} with the largest context`;
  return ready(best.name, `${found} at ${provider}`, best.endsOn);
}
