import type { DescribedEngine, Readiness } from '#engines/ports.ts';
import type { CodedError } from '#shared/errors.ts';

/** A provider that is set up for a role, or what does it offline. */
export interface Candidate<Engine> {
  /** `EngineOffer.id`, or `offline`. */
  readonly id: string;
  readonly engine: Engine;
  /** A setting names it: it is not passed over when it cannot do it, and its calls then say why. */
  readonly isWanted?: boolean;
  /** It is made for the premium plan: in another role it speaks where nobody else can, and no call may name it. */
  readonly isForPremium?: boolean;
}

export type Candidates<Engine> = readonly [Candidate<Engine>, ...Candidate<Engine>[]];

/** What was last heard of each candidate, by its id. */
export type KnownReadiness = Map<string, Readiness>;

/**
 * Something that an engine has to do, and all that might do it, the first choice first. A provider that answers that it
 * cannot is passed over; one that does not answer is not, because nobody may find another at work without having been told.
 */
export class Role<Engine extends DescribedEngine> {
  readonly candidates: Candidates<Engine>;
  protected readonly known: KnownReadiness;

  constructor(candidates: Candidates<Engine>, known: KnownReadiness = new Map()) {
    this.candidates = candidates;
    this.known = known;
  }

  /** Who does it, as far as is known. Asks nobody. */
  get current(): Engine {
    return this.findCandidate().engine;
  }

  /** What was last heard of {@link current}; undefined where nobody was asked, or nobody need be. */
  get readiness(): Readiness | undefined {
    return this.known.get(this.findCandidate().id);
  }

  /** Whether {@link current} has been asked, or need not be. */
  get isKnown(): boolean {
    const { id, engine } = this.findCandidate();
    return !engine.checkReadiness || this.known.has(id);
  }

  /** Why the candidates before {@link current} do not do it. */
  get passedOver(): CodedError[] {
    const at = this.candidates.indexOf(this.findCandidate());
    return this.candidates.slice(0, at).flatMap(({ id }) => {
      const readiness = this.known.get(id);
      return readiness?.kind === 'unable' ? [readiness.error] : [];
    });
  }

  /**
   * Who does it, having asked.
   * @throws CodedError `client_closed`
   */
  async choose(signal: AbortSignal): Promise<Engine> {
    for (const candidate of this.candidates) {
      await this.ask(candidate, signal);
      if (!this.isUnable(candidate)) return candidate.engine;
    }
    return this.current;
  }

  /** The same role, each of whose engines is wrapped. */
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
