import type { DescribedEngine, Readiness } from '#engines/ports.ts';
import type { CodedError } from '#shared/errors.ts';

/** A configured provider for a role, or the offline engine. */
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

/** The last known readiness of each candidate, by id. */
export type KnownReadiness = Map<string, Readiness>;

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

  /** The engine as far as known. Asks no provider. */
  get current(): Engine {
    return this.findCandidate().engine;
  }

  /** The last readiness of {@link current}; undefined if it was not asked or need not be. */
  get readiness(): Readiness | undefined {
    return this.known.get(this.findCandidate().id);
  }

  /** Whether {@link current} was asked or need not be. */
  get isKnown(): boolean {
    const { id, engine } = this.findCandidate();
    return !engine.checkReadiness || this.known.has(id);
  }

  /** Why the candidates before {@link current} are skipped. */
  get passedOver(): CodedError[] {
    const at = this.candidates.indexOf(this.findCandidate());
    return this.candidates.slice(0, at).flatMap(({ id }) => {
      const readiness = this.known.get(id);
      return readiness?.kind === 'unable' ? [readiness.error] : [];
    });
  }

  /**
   * Asks the providers and returns the engine.
   * @throws CodedError `client_closed`
   */
  async choose(signal: AbortSignal): Promise<Engine> {
    for (const candidate of this.candidates) {
      await this.ask(candidate, signal);
      if (!this.isUnable(candidate)) return candidate.engine;
    }
    return this.current;
  }

  /** The same role with wrapped engines. */
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
