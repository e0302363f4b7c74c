import type { DescribedEngine, Readiness, ScriptEngine, SpeechEngine, VisionEngine } from '#engines/ports.ts';
import { waitAtMost } from '#shared/async/limit-time.ts';
import { type CodedError, refuse } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import { narrationErrors } from '#shared/messages/narration-errors.ts';

export interface Candidate<Engine> {
  /** `EngineOffer.id`, or `offline`. */
  readonly id: string;
  readonly engine: Engine;
  /** Named by a setting: not skipped when it cannot do it, so that its calls fail with the reason. */
  readonly isWanted?: boolean;
  /** Made for the premium plan: in another role it is only a fallback, and calls may not name it. */
  readonly isForPremium?: boolean;
}

export type Candidates<Engine> = readonly [Candidate<Engine>, ...Candidate<Engine>[]];

type KnownReadiness = Map<string, Readiness>;

/**
 * A step and its candidates, preferred first. A provider that answers that it cannot do it is skipped; one that
 * does not answer is not, because the provider must not change silently.
 */
export class Role<Engine extends DescribedEngine> {
  readonly candidates: Candidates<Engine>;
  protected readonly known: KnownReadiness;

  constructor(candidates: Candidates<Engine>, known: KnownReadiness = new Map()) {
    this.candidates = candidates;
    this.known = known;
  }

  get current(): Engine {
    return this.findCandidate().engine;
  }

  /** Undefined if it was not asked or need not be. */
  get readiness(): Readiness | undefined {
    return this.known.get(this.findCandidate().id);
  }

  get isKnown(): boolean {
    const { id, engine } = this.findCandidate();
    return !engine.checkReadiness || this.known.has(id);
  }

  get passedOver(): CodedError[] {
    const at = this.candidates.indexOf(this.findCandidate());
    return this.candidates.slice(0, at).flatMap(({ id }) => {
      const readiness = this.known.get(id);
      return readiness?.kind === 'unable' ? [readiness.error] : [];
    });
  }

  /** Why others are passed over, and what works only in part. @param message for visitors or the operator */
  describeDoubts(message: 'message' | 'operatorMessage'): string {
    const { readiness, passedOver } = this;
    const doubts = passedOver.map(error => error[message]);
    if (readiness?.kind === 'unreached') doubts.push(readiness.error[message]);
    if (readiness?.kind === 'ready' && readiness.note) doubts.push(readiness.note);
    return doubts.join(' ');
  }

  /** @throws CodedError `client_closed` */
  async choose(signal: AbortSignal): Promise<Engine> {
    for (const candidate of this.candidates) {
      await this.ask(candidate, signal);
      if (!this.isUnable(candidate)) return candidate.engine;
    }
    return this.current;
  }

  map(wrap: (engine: Engine) => Engine): Role<Engine> {
    return new Role(this.wrapCandidates(wrap), this.known);
  }

  protected wrapCandidates(wrap: (engine: Engine) => Engine): Candidates<Engine> {
    const [first, ...rest] = this.candidates;
    const wrapOne = (candidate: Candidate<Engine>) => ({ ...candidate, engine: wrap(candidate.engine) });
    return [wrapOne(first), ...rest.map(wrapOne)];
  }

  protected async ask({ id, engine }: Candidate<Engine>, signal: AbortSignal): Promise<void> {
    const readiness = await engine.checkReadiness?.(signal);
    if (readiness) this.known.set(id, readiness);
  }

  protected isUnable({ id, isWanted }: Candidate<Engine>): boolean {
    return !isWanted && this.known.get(id)?.kind === 'unable';
  }

  private findCandidate(): Candidate<Engine> {
    const able = this.candidates.find(candidate => !this.isUnable(candidate));
    return able ?? (this.candidates.at(-1) as Candidate<Engine>);
  }
}

const offlineId = 'offline';

/** Uses offline vision if the script engine is offline, as that one reads only offline analyses. */
export class VisionRole extends Role<VisionEngine> {
  readonly #script: Role<ScriptEngine>;
  readonly #offline: VisionEngine;

  constructor(
    candidates: Candidates<VisionEngine>,
    { script, offline }: { script: Role<ScriptEngine>; offline: VisionEngine },
    known?: KnownReadiness,
  ) {
    super(candidates, known);
    this.#script = script;
    this.#offline = offline;
  }

  override get current(): VisionEngine {
    return this.#script.current.provider.isOffline ? this.#offline : super.current;
  }

  override get readiness(): Readiness | undefined {
    return this.#script.current.provider.isOffline ? this.known.get(offlineId) : super.readiness;
  }

  override async choose(signal: AbortSignal): Promise<VisionEngine> {
    const writer = await this.#script.choose(signal);
    if (!writer.provider.isOffline) return await super.choose(signal);
    await this.ask({ id: offlineId, engine: this.#offline }, signal);
    return this.#offline;
  }

  override map(wrap: (engine: VisionEngine) => VisionEngine): VisionRole {
    const parts = { script: this.#script, offline: wrap(this.#offline) };
    return new VisionRole(this.wrapCandidates(wrap), parts, this.known);
  }
}

const longestWaitMs = 1500;

/** The delay if the state is already known; a server that has come up answers within this. */
const knownWaitMs = 300;

const neverAborted = new AbortController().signal;

/**
 * Asks providers whether they are ready. Waits longer for those never asked, and only briefly for known ones: a later
 * request gets the new state.
 */
export async function askRoles(roles: readonly Role<DescribedEngine>[]): Promise<void> {
  const asked = Promise.allSettled(roles.map(role => role.choose(neverAborted)));
  const waitMs = roles.every(({ isKnown }) => isKnown) ? knownWaitMs : longestWaitMs;
  await waitAtMost(waitMs, asked, () => []);
}

/** Speaks the voices of a plan. A language that a provider does not list is spoken by the next that does. */
export class SpeechRole extends Role<SpeechEngine> {
  findFor(language: Language): SpeechEngine {
    const able = this.listAble();
    return (able.find(({ engine }) => speaks(engine, language)) ?? able[0]).engine;
  }

  listAble(): Candidates<SpeechEngine> {
    const [first, ...others] = this.candidates.filter(candidate => !this.isUnable(candidate));
    return first ? [first, ...others] : this.candidates;
  }

  /**
   * Whether a call may name a candidate: free ones, the one named by a setting, and without a setting all that are not for another plan.
   * Later ones speak only the languages that these do not.
   */
  isSelectable({ engine, isWanted, isForPremium }: Candidate<SpeechEngine>): boolean {
    if (engine.provider.isOffline || isWanted) return true;
    return !isForPremium && !this.candidates.some(each => each.isWanted);
  }

  /**
   * @param id named by the call; by default the first that lists the language. @throws CodedError `bad_request` for an engine that may
   * not be named here and would not be chosen; `client_closed`
   */
  async chooseFor(language: Language, signal: AbortSignal, id?: string): Promise<SpeechEngine> {
    if (id !== undefined) return this.#chooseNamed(id, language, signal);
    for (const candidate of this.candidates) {
      await this.ask(candidate, signal);
      if (!this.isUnable(candidate) && speaks(candidate.engine, language)) return candidate.engine;
    }
    return this.findFor(language);
  }

  override map(wrap: (engine: SpeechEngine) => SpeechEngine): SpeechRole {
    return new SpeechRole(this.wrapCandidates(wrap), this.known);
  }

  async #chooseNamed(id: string, language: Language, signal: AbortSignal): Promise<SpeechEngine> {
    const named = this.candidates.find(candidate => candidate.id === id);
    const isTaken =
      named && (this.isSelectable(named) || (await this.chooseFor(language, signal)) === named.engine);
    if (!isTaken) throw refuse('bad_request', narrationErrors.providerNotAvailable);
    await this.ask(named, signal);
    return named.engine;
  }
}

function speaks(engine: SpeechEngine, language: Language): boolean {
  return engine.getLanguageSupport(language).kind !== 'unlisted';
}

export const endWarningDays = 60;
const dayMs = 24 * 3600 * 1000;

/**
 * Whole days until a model ends; 0 on the day itself, negative afterwards.
 * @param endsOn as in {@link Readiness}
 * @returns undefined for an invalid date
 */
export function countDaysLeft(endsOn: string, now: Date): number | undefined {
  const end = Date.parse(endsOn);
  if (Number.isNaN(end)) return undefined;
  return Math.floor(end / dayMs) - Math.floor(now.getTime() / dayMs);
}

export function describeEnd(readiness: Readiness | undefined, now = new Date()): string | undefined {
  if (readiness?.kind !== 'ready' || readiness.endsOn === undefined) return undefined;
  const days = countDaysLeft(readiness.endsOn, now);
  if (days === undefined || days > endWarningDays) return undefined;
  const model = readiness.model ?? 'The model';
  if (days < 0) return `${model} was retired on ${readiness.endsOn}.`;
  return `${model} will be retired on ${readiness.endsOn}, ${describeDaysLeft(days)}.`;
}

function describeDaysLeft(days: number): string {
  if (days === 0) return 'today';
  return days === 1 ? 'tomorrow' : `in ${days} days`;
}
