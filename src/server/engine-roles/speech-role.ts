import type { SpeechEngine } from '#engines/ports.ts';
import { CodedError } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import { fill } from '#shared/messages/message.ts';
import { narrationErrors } from '#shared/messages/narration-errors.ts';
import { type Candidate, type Candidates, Role } from './role.ts';

/** Speaks the voices of a plan. A language that a provider does not list is spoken by the next that does. */
export class SpeechRole extends Role<SpeechEngine> {
  /** The engine for a language as far as known. Asks no provider. */
  findFor(language: Language): SpeechEngine {
    const able = this.listAble();
    return (able.find(({ engine }) => speaks(engine, language)) ?? able[0]).engine;
  }

  /** All usable candidates as far as known, preferred first. */
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
   * Asks the providers and returns the engine for a language.
   * @param id named by the call; by default the first that lists the language
   * @throws CodedError `bad_request` for an engine that may not be named here and would not be chosen; `client_closed`
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
    if (!isTaken)
      throw new CodedError('bad_request', { message: fill(narrationErrors.providerNotAvailable) });
    await this.ask(named, signal);
    return named.engine;
  }
}

function speaks(engine: SpeechEngine, language: Language): boolean {
  return engine.getLanguageSupport(language).kind !== 'unlisted';
}
