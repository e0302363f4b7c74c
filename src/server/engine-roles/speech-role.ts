import type { SpeechEngine } from '#engines/ports.ts';
import { CodedError } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import { type Candidates, Role } from './role.ts';

/** Speaks the voices of a plan. A language that a provider does not list is spoken by the next that does. */
export class SpeechRole extends Role<SpeechEngine> {
  /** Who speaks a language, as far as is known. Asks nobody. */
  findFor(language: Language): SpeechEngine {
    const able = this.listAble();
    return (able.find(({ engine }) => speaks(engine, language)) ?? able[0]).engine;
  }

  /** All that can speak, as far as is known, the first choice first. */
  listAble(): Candidates<SpeechEngine> {
    const [first, ...others] = this.candidates.filter(candidate => !this.isUnable(candidate));
    return first ? [first, ...others] : this.candidates;
  }

  /**
   * Who speaks a language, having asked.
   * @param id who is wished for, of {@link listAble}; left out, the first that lists the language
   * @throws CodedError `bad_request` for somebody who does not speak here, `client_closed`
   */
  async chooseFor(language: Language, signal: AbortSignal, id?: string): Promise<SpeechEngine> {
    if (id !== undefined) return this.#chooseWished(id, signal);
    for (const candidate of this.candidates) {
      await this.ask(candidate, signal);
      if (!this.isUnable(candidate) && speaks(candidate.engine, language)) return candidate.engine;
    }
    return this.findFor(language);
  }

  override map(wrap: (engine: SpeechEngine) => SpeechEngine): SpeechRole {
    return new SpeechRole(this.wrapCandidates(wrap), this.known);
  }

  async #chooseWished(id: string, signal: AbortSignal): Promise<SpeechEngine> {
    const wished = this.candidates.find(candidate => candidate.id === id);
    if (!wished)
      throw new CodedError('bad_request', { message: 'Nobody of this name speaks these voices here.' });
    await this.ask(wished, signal);
    return wished.engine;
  }
}

function speaks(engine: SpeechEngine, language: Language): boolean {
  return engine.getLanguageSupport(language).kind !== 'unlisted';
}
