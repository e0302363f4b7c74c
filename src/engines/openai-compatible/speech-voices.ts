import { createHash } from 'node:crypto';
import { CodedError } from '#shared/errors.ts';
import { getLanguage, type Language, languages } from '#shared/languages.ts';
import { engineMessages } from '#shared/messages/engines.ts';
import { fill } from '#shared/messages/message.ts';
import { premiumVoices } from '#shared/premium-voices.ts';
import { voiceCatalogue } from '#shared/voice-catalogue.ts';
import { allVoices, isStandardVoice, listMixed, standardVoices, type Voice } from '#shared/voices.ts';
import type { EngineVoice, LanguageSupport } from '../ports.ts';
import { getModelLanguageSupport } from './known-models.ts';
import type { ServerVoice, SpeechServer } from './speech-server.ts';
import {
  type Gender,
  getKokoroAccent,
  isOpenAiVoice,
  listSuitableNames,
  readVoiceName,
} from './voice-table.ts';

/** Speeds for names that share a voice: far enough to be distinguishable, near enough to fit the same video. */
const speeds = [1, 0.92, 1.08, 0.96, 1.04, 0.88, 1.12];

/** A voice and its speed for one of our names; 1 is its normal speed. */
export interface AtSpeed<Speaker> {
  readonly voice: Speaker;
  readonly speed: number;
}

/** The first name of a voice gets its normal speed, the others different ones. */
export function addSpeeds<Speaker>(
  chosen: ReadonlyMap<Voice, Speaker>,
): ReadonlyMap<Voice, AtSpeed<Speaker>> {
  const counts = new Map<Speaker, number>();
  const atSpeed = new Map<Voice, AtSpeed<Speaker>>();
  for (const name of allVoices) {
    const voice = chosen.get(name);
    if (voice === undefined) continue;
    const index = counts.get(voice) ?? 0;
    counts.set(voice, index + 1);
    atSpeed.set(name, { voice, speed: speeds[index % speeds.length] ?? 1 });
  }
  return atSpeed;
}

export type Assignment = AtSpeed<ServerVoice>;

/**
 * Assigns each of our 46 names a voice: the one known to suit it, else the least used of the same gender. Free names come first and
 * get different voices while there are enough; premium names get voices that no free name uses, while there are any of their
 * gender. Names that share a voice differ in speed.
 * @param voices of one language, at least one
 */
export function assignVoices(voices: readonly ServerVoice[]): ReadonlyMap<Voice, Assignment> {
  const chosen = new Map<Voice, ServerVoice>();
  const counts = new Map<ServerVoice, number>();
  const take = (name: Voice, voice: ServerVoice | undefined) => {
    if (!voice || chosen.has(name)) return;
    chosen.set(name, voice);
    counts.set(voice, (counts.get(voice) ?? 0) + 1);
  };
  const findSuitable = (name: Voice, among: readonly ServerVoice[]) =>
    listSuitableNames(name)
      .map(suitable => among.find(voice => voice.name === suitable))
      .find(voice => voice !== undefined);
  for (const name of standardVoices)
    take(
      name,
      findSuitable(
        name,
        voices.filter(voice => !counts.has(voice)),
      ),
    );
  // Names with a gender come before the neutral one.
  for (const name of standardVoices.toSorted((a, b) => Number(!findGender(a)) - Number(!findGender(b))))
    take(name, pickLeastUsed(voices, findGender(name), counts));
  const others = voices.filter(voice => !counts.has(voice));
  for (const name of premiumVoices) {
    const gender = findGender(name);
    const fitting = others.some(voice => fits(voice, gender)) ? others : voices;
    take(name, findSuitable(name, others) ?? pickLeastUsed(fitting, gender, counts));
  }
  return addSpeeds(chosen);
}

/** The least used voice of the gender, else of unknown gender; the first on a tie. */
function pickLeastUsed(
  voices: readonly ServerVoice[],
  gender: Gender | undefined,
  counts: ReadonlyMap<ServerVoice, number>,
): ServerVoice | undefined {
  const same = voices.filter(voice => voice.gender === gender);
  const fitting = voices.filter(voice => fits(voice, gender));
  const among = [same, fitting].find(each => gender && each.length > 0) ?? voices;
  const count = (voice: ServerVoice) => counts.get(voice) ?? 0;
  return among.toSorted((one, other) => count(one) - count(other))[0];
}

/** A voice of unknown gender fits every name. */
function fits(voice: ServerVoice, gender: Gender | undefined): boolean {
  return voice.gender === undefined || gender === undefined || voice.gender === gender;
}

const tags = new Map<Voice, readonly string[]>(voiceCatalogue.map(({ name, tags }) => [name, tags]));

function findGender(name: Voice): Gender | undefined {
  if (isStandardVoice(name)) return readVoiceName(name).gender;
  return tags.get(name)?.includes('female') ? 'female' : 'male';
}

/** The assigned voices of one description of a server. */
export class ServerVoices {
  readonly server: SpeechServer;
  readonly #lost = new Set<ServerVoice>();
  readonly #assigned = new Map<string, ReturnType<typeof assignVoices>>();

  constructor(server: SpeechServer) {
    this.server = server;
  }

  /** @throws CodedError `provider_unavailable` if no voice speaks the language */
  choose(voice: Voice, language: Language): Assignment {
    const assignment = this.#assign(language.code).get(voice);
    if (assignment) return assignment;
    throw new CodedError('provider_unavailable', {
      message: fill(engineMessages.languageWithoutVoice, { language: language.name }),
      costsNothing: true,
    });
  }

  /**
   * An own voice, at its normal speed. Without a list the server knows best.
   * @throws CodedError `voice_gone`
   */
  requireOwn(id: string): Assignment {
    const { voices, others = [], hasList, dialect, model } = this.server;
    const voice = [...voices, ...others].find(each => each.id === id);
    if (voice) return { voice, speed: 1 };
    if (hasList && !(dialect === 'kokoro' && listMixed(id).length > 0))
      throw new CodedError('voice_gone', { costsNothing: true });
    return { voice: { id, name: id, model, language: undefined, gender: undefined }, speed: 1 };
  }

  /** As the server lists them; none if it has no list. */
  listOwn(): EngineVoice[] {
    const { voices, others = [], hasList } = this.server;
    return hasList ? [...voices, ...others].map(toEngineVoice) : [];
  }

  /** Name of the voice for one of ours in a language, or in the first available one. */
  getSpeaker(voice: Voice, language = getLanguage('English')): string {
    const wanted = this.#assign(language.code);
    const assigned = wanted.size > 0 ? wanted : this.#assign(this.#list()[0]?.language ?? '');
    const speaker = assigned.get(voice)?.voice;
    return speaker?.name ?? speaker?.model ?? this.server.model;
  }

  getLanguageSupport(language: Language): LanguageSupport {
    const [first] = this.#listFor(language.code);
    if (!first) return { kind: 'unlisted' };
    if (first.language !== undefined) return { kind: 'spoken' };
    // An OpenAI name implies a model of OpenAI, whose languages are known.
    const isOpenAi = first.name !== undefined && isOpenAiVoice(first.name);
    return isOpenAi ? getModelLanguageSupport(first.model, language) : { kind: 'unknown' };
  }

  /** Changes when the voices change in any language. */
  get identity(): string {
    return createHash('sha256').update(JSON.stringify(this.#list())).digest('hex').slice(0, 32);
  }

  has(voice: ServerVoice): boolean {
    return this.server.voices.some(each => isSame(each, voice));
  }

  /** Removes a voice that the server refused, until it is described again. */
  lose(voice: ServerVoice): void {
    for (const each of this.server.voices) if (isSame(each, voice)) this.#lost.add(each);
    this.#assigned.clear();
  }

  #assign(code: string): ReturnType<typeof assignVoices> {
    const assigned = this.#assigned.get(code) ?? assignVoices(this.#listFor(code));
    this.#assigned.set(code, assigned);
    return assigned;
  }

  #list(): ServerVoice[] {
    return this.server.voices.filter(voice => !this.#lost.has(voice));
  }

  /** Voices of a language, else those of unknown language. */
  #listFor(code: string): ServerVoice[] {
    const voices = this.#list();
    const speaking = voices.filter(({ language }) => language === code);
    return speaking.length > 0 ? speaking : voices.filter(({ language }) => language === undefined);
  }
}

export function toEngineVoice({ id, name, model, language, gender }: ServerVoice): EngineVoice {
  const accent = getKokoroAccent(name ?? '');
  return {
    id,
    name: name ?? model,
    languages: languages.flatMap(each => (each.code === language ? [each.name] : [])),
    sex: gender,
    tags: accent ? [accent] : [],
  };
}

function isSame(a: ServerVoice, b: ServerVoice): boolean {
  return a.name === b.name && a.model === b.model;
}
