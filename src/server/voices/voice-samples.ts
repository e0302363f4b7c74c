import { createHash, randomUUID } from 'node:crypto';
import { access, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { phrasesByLanguage } from '#engines/offline/phrases-by-language.ts';
import { convertToVoice } from '#narration/convert-to-voice.ts';
import type { LanguageName } from '#shared/languages.ts';
import type { StandardVoice } from '#shared/voices.ts';
import type { ChosenEngines } from '../choose-engines.ts';

const longestMs = 60_000;

/**
 * One short sentence of each voice in each language, made when it is first asked for and then kept as a file: at most
 * voices × languages of them. They are made one after another, so that somebody who asks for all does not take all
 * the room.
 */
export class VoiceSamples {
  /** Where the files are. */
  readonly folder: string;
  readonly #engines: ChosenEngines;
  readonly #running = new Map<string, Promise<string>>();
  #last: Promise<unknown> = Promise.resolve();

  private constructor(folder: string, engines: ChosenEngines) {
    this.folder = folder;
    this.#engines = engines;
  }

  /** Opens the folder of the engine in use, and removes what other engines have left. */
  static async open(parent: string, engines: ChosenEngines): Promise<VoiceSamples> {
    const name = createHash('sha256').update(engines.speechIdentity).digest('hex').slice(0, 16);
    for (const other of await readdir(parent)) {
      if (other !== name) await rm(join(parent, other), { recursive: true });
    }
    const folder = join(parent, name);
    await mkdir(folder, { recursive: true });
    return new VoiceSamples(folder, engines);
  }

  /**
   * @returns the name of the file in {@link folder}; those who ask at the same time wait for the same one
   * @throws CodedError what the engine throws; the next one to ask tries again
   */
  getFile(voice: StandardVoice, language: LanguageName): Promise<string> {
    const name = `${voice}-${language.toLowerCase()}.mp3`;
    const running = this.#running.get(name);
    if (running) return running;
    const made = this.#find(name, voice, language).finally(() => this.#running.delete(name));
    this.#running.set(name, made);
    return made;
  }

  async #find(name: string, voice: StandardVoice, language: LanguageName): Promise<string> {
    try {
      await access(join(this.folder, name));
    } catch {
      const made = this.#last.then(() => this.#make(name, voice, language));
      this.#last = made.catch(() => {});
      await made;
    }
    return name;
  }

  async #make(name: string, voice: StandardVoice, language: LanguageName): Promise<void> {
    const [script] = phrasesByLanguage[language].opening;
    const signal = AbortSignal.timeout(longestMs);
    const chunks: Uint8Array[] = [];
    for await (const chunk of await convertToVoice(this.#engines.speech, { script, voice, language }, signal))
      chunks.push(chunk);
    // Written aside first: half a file must never be found under the name of a whole one.
    const aside = join(this.folder, `${randomUUID()}.part`);
    try {
      await writeFile(aside, chunks);
      await rename(aside, join(this.folder, name));
    } finally {
      await rm(aside, { force: true });
    }
  }
}
