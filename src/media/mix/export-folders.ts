import { getLanguage, type Language } from '#shared/languages.ts';
import type { Marks } from '#shared/marks/provenance.ts';
import {
  type PublishedLine,
  type PublishedPage,
  placePublished,
  writePage,
} from '#shared/publish/write-page.ts';
import type { ReportSection } from '#shared/report/description-report.ts';
import { writeReportPage } from '#shared/report/write-report-page.ts';
import { type PicturePause, type SpokenCue, toOriginalCues } from '#shared/script/cues.ts';
import { writeDescriptions, writeSrt, writeVtt } from '#shared/script/write-subtitles.ts';
import { writeTranscriptSubtitles } from '#shared/transcript/write-transcript.ts';
import { markMp3 } from '../marks/write-marks.ts';
import { encodeMp3 } from '../mp3/encode-mp3.ts';
import type { PlainSound } from '../sound/channels.ts';
import type { EditorsLine } from './editors-files.ts';

export interface LanguageFolder<Sound> {
  readonly language: Language;
  readonly isDescription: boolean;
  /** In seconds of its sound or video; none where no times are known. */
  readonly cues: readonly SpokenCue[];
  /** Of the video in it; none where every line has room. */
  readonly pauses: readonly PicturePause[];
  /** Of its texts. */
  readonly marks: Marks | undefined;
  /** Its sound, or the video with it, under the ending of its name; undefined until all of it is spoken. */
  readonly made: { readonly ending: string; readonly input: Sound } | undefined;
}

export interface ExportedLanguages {
  /** Of all names, such as "cars". */
  readonly stem: string;
  readonly project: string;
}

/**
 * The files of a narration in several languages: the project file, and a folder a language, which is named by its BCP 47 tag:
 *
 *     cars.benshi.json
 *     fr/cars.fr.mp4, or .webm, .mkv, .mp3
 *     fr/cars.fr.srt
 *     fr/cars.fr.vtt
 *     fr/cars.fr.descriptions.vtt, of an audio description
 *
 * Where that one pauses the video, its descriptions are for the original, and named so: `cars.fr.original.descriptions.vtt`.
 * A second narration in the same language has the folder `fr-2`.
 * @param folders each is asked for once the files of the one before were read
 */
export async function* listLanguageFiles<Sound>(
  { stem, project }: ExportedLanguages,
  folders: AsyncIterable<LanguageFolder<Sound>>,
): AsyncGenerator<{ readonly name: string; readonly input: Sound | string }, void, undefined> {
  yield { name: `${stem}.benshi.json`, input: project };
  const counts = new Map<string, number>();
  for await (const { language, isDescription, cues, pauses, marks, made } of folders) {
    const count = (counts.get(language.code) ?? 0) + 1;
    counts.set(language.code, count);
    const tag = count === 1 ? language.code : `${language.code}-${count}`;
    const name = (ending: string) => `${tag}/${stem}.${tag}.${ending}`;
    if (made) yield { name: name(made.ending), input: made.input };
    if (cues.length === 0) continue;
    yield { name: name('srt'), input: writeSrt(cues, language) };
    yield { name: name('vtt'), input: writeVtt(cues, language, marks) };
    if (!isDescription) continue;
    const ending = pauses.length > 0 ? 'original.descriptions.vtt' : 'descriptions.vtt';
    yield { name: name(ending), input: writeDescriptions(toOriginalCues(cues, pauses), language, marks) };
  }
}

/** Between lines in their sound, so that a player that stops late is not heard in the next line. */
const apartSeconds = 1;

export interface PublishedNarration extends Omit<PublishedPage, 'lines' | 'files'> {
  /** Of the video, in order; none where every line has room. */
  readonly pauses: readonly PicturePause[];
  readonly report?: readonly ReportSection[] | undefined;
  /** The name of the video's file, for its ending. */
  readonly videoName: string;
}

/**
 * The files of the folder that is published with a video: the video as it is, the sound of all lines one after another, the texts as
 * WebVTT, the report, and the page that plays them.
 * @param lines in order, in seconds of the video with pauses; read one by one
 * @param video its bytes
 * @returns each file once the one before it was read
 */
export async function* listPublishedFiles<Video>(
  { pauses, report, videoName, ...page }: PublishedNarration,
  lines: AsyncIterable<EditorsLine>,
  video: Video,
): AsyncGenerator<{ readonly name: string; readonly input: string | AsyncIterable<Uint8Array> | Video }> {
  const { project, language, marks } = page;
  const hasCaptions = (project.transcript?.segments.length ?? 0) > 0;
  const files = {
    video: `video${/\.[a-z\d]+$/u.exec(videoName.toLowerCase())?.[0] ?? ''}`,
    voice: 'description.mp3',
    captions: hasCaptions ? 'captions.vtt' : undefined,
    descriptions: 'descriptions.vtt',
    report: report && 'report.html',
  };
  const placed: PublishedLine[] = [];
  const cues: SpokenCue[] = [];
  const mp3 = encodeMp3(joinLines(lines, pauses, { placed, cues }));
  yield { name: files.video, input: video };
  yield { name: files.voice, input: marks ? markMp3(mp3, marks) : mp3 };
  if (files.captions)
    yield { name: files.captions, input: writeTranscriptSubtitles(project, { format: 'vtt', isSdh: true }) };
  const original = toOriginalCues(cues, pauses);
  yield { name: files.descriptions, input: writeDescriptions(original, getLanguage(language), marks) };
  if (report && files.report)
    yield { name: files.report, input: writeReportPage(report, { ...page, page: 'index.html' }) };
  yield { name: 'index.html', input: writePage({ ...page, lines: placed, files }) };
}

/** @param found gets each line before its sound: as the page plays it, and in seconds of the video with pauses */
async function* joinLines(
  lines: AsyncIterable<EditorsLine>,
  pauses: readonly PicturePause[],
  found: { readonly placed: PublishedLine[]; readonly cues: SpokenCue[] },
): AsyncGenerator<PlainSound> {
  let fromSeconds = 0;
  for await (const { text, startSeconds, sound } of lines) {
    const { sampleRateHz } = sound;
    const seconds = sound.samples.length / sampleRateHz;
    found.cues.push({ text, startSeconds, endSeconds: startSeconds + seconds });
    found.placed.push({ text, fromSeconds, seconds, ...placePublished({ startSeconds, seconds }, pauses) });
    yield sound;
    yield { sampleRateHz, samples: new Float32Array(apartSeconds * sampleRateHz) };
    fromSeconds += seconds + apartSeconds;
  }
}
