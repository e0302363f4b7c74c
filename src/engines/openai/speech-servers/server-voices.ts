import { createHash } from 'node:crypto';
import { CodedError } from '#shared/errors.ts';
import { getLanguage, type Language } from '#shared/languages.ts';
import { allVoices, type Voice } from '#shared/voices.ts';
import type { LanguageSupport } from '../../ports.ts';
import { getModelLanguageSupport } from '../speaking-voices.ts';
import { type Assignment, type Assignments, assignVoices } from './assign-voices.ts';
import { readOpenAiVoice } from './known-voices.ts';
import type { ServerVoice, SpeechServer } from './speech-server.ts';

/** Who speaks for our names on one server, as it described itself. A new description has new ones. */
export class ServerVoices {
  readonly server: SpeechServer;
  readonly #lost = new Set<ServerVoice>();
  readonly #assigned = new Map<string, Assignments>();

  constructor(server: SpeechServer) {
    this.server = server;
  }

  /** @throws CodedError `provider_unavailable` where no voice speaks the language */
  choose(voice: Voice, language: Language): Assignment {
    const assignment = this.#assign(language.code).get(voice);
    if (assignment) return assignment;
    throw new CodedError('provider_unavailable', {
      message: `No voice of the AI server speaks ${language.name}. Another language may help.`,
      costsNothing: true,
    });
  }

  /** The voice that speaks a language for one of ours, or the first language that there is. */
  getSpeaker(voice: Voice, language = getLanguage('English')): string {
    const [first] = this.#list();
    const wanted = this.#assign(language.code);
    const assignments = wanted.size > 0 ? wanted : this.#assign(first?.language ?? '');
    const speaker = assignments.get(voice)?.voice;
    return speaker?.name ?? speaker?.model ?? this.server.model;
  }

  getLanguageSupport(language: Language): LanguageSupport {
    const voices = this.#find(language.code);
    const [first] = voices;
    if (!first) return { kind: 'unlisted' };
    if (first.language !== undefined) return { kind: 'spoken' };
    // A name of OpenAI's says that the model is one of its own, whose languages are known.
    return first.name !== undefined && readOpenAiVoice(first.name)
      ? getModelLanguageSupport(first.model, language)
      : { kind: 'unknown' };
  }

  /** Changes when somebody else speaks for one of ours in any language, or at another pace. */
  get identity(): string {
    const codes = [...new Set(this.#list().map(({ language }) => language ?? ''))].sort();
    const speakers = codes.map(code => {
      const assignments = this.#assign(code);
      return allVoices.map(voice => {
        const { voice: speaker, speed } = assignments.get(voice) ?? {};
        return [speaker?.model, speaker?.name, speed];
      });
    });
    return createHash('sha256')
      .update(JSON.stringify([codes, speakers]))
      .digest('hex')
      .slice(0, 32);
  }

  has(voice: ServerVoice): boolean {
    return this.server.voices.some(each => isSame(each, voice));
  }

  /** The server has refused a voice of its own list: others speak in its place, until it describes itself anew. */
  lose(voice: ServerVoice): void {
    for (const each of this.server.voices) if (isSame(each, voice)) this.#lost.add(each);
    this.#assigned.clear();
  }

  #list(): ServerVoice[] {
    return this.server.voices.filter(voice => !this.#lost.has(voice));
  }

  /** The voices of a language, else those of which it is not known. */
  #find(code: string): ServerVoice[] {
    const voices = this.#list();
    const speaking = voices.filter(({ language }) => language === code);
    return speaking.length > 0 ? speaking : voices.filter(({ language }) => language === undefined);
  }

  #assign(code: string): Assignments {
    const known = this.#assigned.get(code);
    if (known) return known;
    const voices = this.#find(code);
    const assignments: Assignments = voices.length > 0 ? assignVoices(voices) : new Map();
    this.#assigned.set(code, assignments);
    return assignments;
  }
}

function isSame(a: ServerVoice, b: ServerVoice): boolean {
  return a.name === b.name && a.model === b.model;
}
