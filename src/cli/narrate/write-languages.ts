import { createReadStream } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { markMp3 } from '#media/marks/write-marks.ts';
import { streamZip } from '#media/mix/editors-files.ts';
import { type LanguageFolder, listLanguageFiles } from '#media/mix/export-folders.ts';
import { decodeMp3 } from '#media/mp3/decode-mp3.ts';
import { makeTemporaryFolder } from '#media/node/temporary-files.ts';
import type { Language } from '#shared/languages.ts';
import { createMarks, toClaim } from '#shared/marks/create-marks.ts';
import { joinProvenance, type Provenance } from '#shared/marks/provenance.ts';
import { printProject } from '#shared/narration/open-project.ts';
import type { Project } from '#shared/narration/project.ts';
import type { PicturePause } from '#shared/script/cues.ts';
import type { Parts } from './open-parts.ts';
import type { SpokenOptions } from './options.ts';
import { isSpokenSubtitles, planFile } from './prepare-video.ts';
import { reportStatus } from './report-status.ts';
import { withCancellation } from './speak-lines.ts';
import type { PlannedVideoFile, VideoFileNarration } from './video-file.ts';
import { readFinishedMp3, type SpokenNarration } from './write-deliveries.ts';
import { writeWholeFile } from './write-whole-file.ts';

export interface SpokenLanguage {
  readonly sound: SpokenNarration;
  readonly language: Language;
  readonly provenance: Provenance;
  readonly pauses: readonly PicturePause[];
  readonly isDescription: boolean;
}

type Folder = Awaited<ReturnType<typeof makeTemporaryFolder>>;

/** The files of a run that have all its languages. Their sounds are kept as mp3 in a temporary folder until then. */
export class LanguageFiles implements AsyncDisposable {
  readonly #options: SpokenOptions;
  readonly #parts: Parts;
  readonly #folder: Folder;
  readonly #each: PlannedVideoFile | undefined;
  readonly #spoken: SpokenLanguage[] = [];

  private constructor(
    options: SpokenOptions,
    parts: Parts,
    folder: Folder,
    each: PlannedVideoFile | undefined,
  ) {
    this.#options = options;
    this.#parts = parts;
    this.#folder = folder;
    this.#each = each;
  }

  /** Before any paid call. @throws CodedError as `planVideoFile` */
  static async start(options: SpokenOptions, parts: Parts): Promise<LanguageFiles> {
    const folder = await makeTemporaryFolder();
    try {
      const { video, ...deliveries } = options.deliveries;
      const usual = { sound: undefined, hasSubtitles: false, ...video, keepsOriginal: false };
      const place = { ...usual, path: join(folder.path, 'video.mp4'), picksEnding: true };
      const asked = { ...options, languages: undefined, deliveries: { ...deliveries, video: place } };
      const each = deliveries.allPath === undefined ? undefined : await planFile(asked, parts);
      return new LanguageFiles(options, parts, folder, each);
    } catch (error) {
      await folder[Symbol.asyncDispose]();
      throw error;
    }
  }

  readonly keep = async (spoken: SpokenLanguage): Promise<void> => {
    const { signal } = this.#parts;
    const path = join(this.#folder.path, `${this.#spoken.length}.mp3`);
    await writeWholeFile(path, spoken.sound.readMp3(), signal);
    const readMp3 = () => createReadStream(path);
    const readSound = () => withCancellation(decodeMp3(readMp3()), signal);
    this.#spoken.push({ ...spoken, sound: { ...spoken.sound, readMp3, readSound } });
  };

  /**
   * Writes the video with all languages, and the zip.
   * @param file of the video, if one is asked for
   * @throws CodedError as `writeVideoFile` and `writeWholeFile`
   */
  async write(file: PlannedVideoFile | undefined, project: Project): Promise<void> {
    const [first, ...others] = this.#spoken;
    if (!first) return;
    if (file) {
      await this.#writeVideo(file, [first, ...others]);
      reportStatus(`done: ${file.path}, ${1 + others.length} languages`);
    }
    const { videoName, videoPath, deliveries, ...named } = this.#options;
    if (deliveries.allPath === undefined) return;
    const name = videoName ?? videoPath ?? ('speakPath' in named ? named.speakPath : 'narration');
    const exported = { stem: basename(name, extname(name)), project: printProject(project) };
    const zip = streamZip(listLanguageFiles(exported, this.#makeFolders()));
    await writeWholeFile(deliveries.allPath, zip, this.#parts.signal);
    reportStatus(`done: ${deliveries.allPath}, ${1 + others.length} languages`);
  }

  async #writeVideo(
    file: PlannedVideoFile,
    [first, ...others]: readonly [SpokenLanguage, ...SpokenLanguage[]],
  ): Promise<void> {
    const { signal, signer } = this.#parts;
    const { writeNarratedVideo } = await import('./video-file.ts');
    const provenance = joinProvenance([first.provenance, ...others.map(other => other.provenance)]);
    const container = extname(file.path).slice(1).toLowerCase();
    const signed = { container, path: file.path, originalPath: file.videoPath };
    const narration: VideoFileNarration = {
      ...first.sound,
      ...this.#describe(first),
      pauses: first.pauses,
      others: others.map(({ sound, ...other }) => ({
        ...this.#describe(other),
        readVoice: sound.readSound,
        music: sound.music,
        subtitles: file.hasSubtitles ? sound.cues : [],
      })),
      marks: createMarks(provenance, 'mixed'),
      signature: await signer.plan(signed, toClaim(provenance, 'mixed')),
    };
    await writeNarratedVideo(file, narration, signal);
  }

  #describe({ language, isDescription }: Omit<SpokenLanguage, 'sound'>) {
    const { mix } = this.#options.deliveries;
    return { language, isDescription, isSpokenSubtitles: isSpokenSubtitles(this.#options), mix };
  }

  async *#makeFolders(): AsyncGenerator<LanguageFolder<AsyncIterable<Uint8Array>>, void, undefined> {
    for (const spoken of this.#spoken) {
      const { language, isDescription, provenance, pauses, sound } = spoken;
      const path = this.#each ? this.#each.path : join(this.#folder.path, 'marked.mp3');
      if (this.#each) await this.#writeVideo(this.#each, [spoken]);
      else await this.#writeSound(path, spoken);
      const made = { ending: extname(path).slice(1), input: createReadStream(path) };
      const marks = createMarks(provenance, 'text');
      yield { language, isDescription, cues: sound.cues, pauses, marks, made };
    }
  }

  async #writeSound(path: string, { sound, provenance }: SpokenLanguage): Promise<void> {
    const kind = sound.music ? 'mixed' : 'voice';
    const marks = { ...createMarks(provenance, kind), manifests: sound.manifests };
    const { mix } = this.#options.deliveries;
    await this.#parts.signer.write({ container: 'mp3', path }, toClaim(provenance, kind), reservedBytes =>
      markMp3(readFinishedMp3(sound, mix), marks, { reservedBytes }),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#folder[Symbol.asyncDispose]();
  }
}
