import { basename, extname, join } from 'node:path';
import { zipDaptFiles } from '#media/mix/editors-files.ts';
import { makeTemporaryFolder } from '#media/node/temporary-files.ts';
import { settleLanguage } from '#narration/detect-language.ts';
import { writeDapt } from '#shared/dapt/write-dapt.ts';
import type { Language } from '#shared/languages.ts';
import { createMarks, toClaim } from '#shared/marks/create-marks.ts';
import { collectProvenance } from '#shared/marks/provenance.ts';
import { addSyntheticNotice, getSyntheticNotice, isSyntheticNotice } from '#shared/marks/synthetic-notice.ts';
import {
  isSpokenByLine,
  isTimed,
  joinText,
  type Line,
  listVoicedLines,
  type Narration,
  type Project,
  toCues,
} from '#shared/narration/project.ts';
import { computeUsualSeconds } from '#shared/script/time-budget.ts';
import { cacheSpeech, openCache } from './cache-speech.ts';
import { chooseSpeakers } from './choose-speakers.ts';
import type { RunDocument } from './open-document.ts';
import type { Parts } from './open-parts.ts';
import type { SpokenOptions } from './options.ts';
import { hasEnding, listPlaces } from './places.ts';
import { isSpokenSubtitles, type Prepared } from './prepare-video.ts';
import { reportStatus } from './report-status.ts';
import { speakLines, speakWhole } from './speak-lines.ts';
import {
  type Delivered,
  needsCues,
  needsSpeech,
  openMusic,
  printScriptFile,
  reportOwnSounds,
  writeDeliveries,
  writePages,
} from './write-deliveries.ts';
import type { SpokenLanguage } from './write-languages.ts';
import { writeWholeFile } from './write-whole-file.ts';

export interface Speaking {
  readonly narration: Narration;
  readonly prepared: Prepared;
  readonly durationSeconds: number | undefined;
  readonly keep?: ((spoken: SpokenLanguage) => Promise<void>) | undefined;
}

/**
 * Speaks a narration of the document, keeps the texts of lines that were shortened in it, and writes the requested files.
 * @throws CodedError of the engines and `writeWholeFile`
 */
export async function speakNarration(
  options: SpokenOptions,
  document: RunDocument,
  speaking: Speaking,
  parts: Parts,
): Promise<void> {
  const { narration: given, prepared, durationSeconds, keep } = speaking;
  const { deliveries } = options;
  const { signal } = parts;
  const { cast } = document.project;
  if (!mustSpeak(options)) {
    if (deliveries.scriptPath)
      await writeWholeFile(deliveries.scriptPath, printScriptFile(given.lines, cast), signal);
    return reportStatus(`done: ${listPlaces(options).written.join('; ')}`);
  }
  const language = await settleLanguage(options.language ?? given.language, joinText(given.lines));
  const narration = await saySynthetic(options, document, speaking, language);
  reportOwnSounds(narration, deliveries.music);
  reportStatus('speaking …');
  await using folder = await makeTemporaryFolder();
  const speakers = await prepareSpeakers(options, document.project, narration, { language, parts });
  const asked = { narration, language, ...speakers };
  const mayShorten = options.shortens && isTimed(narration);
  const writer = mayShorten ? await parts.engines.script.choose(signal) : undefined;
  const { described } = prepared;
  const spokenLines = isSpokenByLine(narration)
    ? await speakLines({ ...asked, writer, described, durationSeconds }, signal)
    : undefined;
  const whole = { ...asked, reportsCues: needsCues(deliveries) };
  const voiced = spokenLines ?? (await speakWhole(whole, join(folder.path, 'narration.mp3'), signal));
  const { counts, sources } = speakers;
  if (counts.kept > 0) reportStatus(`Lines reused: ${counts.kept}; newly spoken: ${counts.spoken}.`);
  const music = openMusic(
    deliveries.music,
    narration.settings.music,
    { project: document.project, described },
    signal,
  );
  const spoken = { ...voiced, music };
  const lines = await keepShortened(document, narration, spokenLines?.shortened);
  const sound = { ...spoken, frameRate: prepared.frameRate };
  const provenance = collectProvenance({ ...narration, language: language.name, lines }, sources);
  const plan = spokenLines?.plan;
  const pauses = plan?.pauses ?? [];
  const delivered = { lines, cast, sound, pauses, language, provenance, signer: parts.signer };
  const mp3Bytes = await writeDeliveries(deliveries, delivered, signal);
  const spokenFiles = { ...delivered, narration, described, plan };
  await writePages(options, document.project, spokenFiles, signal);
  await keep?.({ sound: spoken, language, provenance, pauses, isDescription: plan !== undefined });
  await writeVideo(options, prepared, { ...delivered, isDescription: plan !== undefined }, signal);
  const mp3 = mp3Bytes && `${deliveries.outPath}, ${Math.ceil(mp3Bytes / 1000)} kB`;
  const made = [prepared.file?.path, mp3].filter(each => each !== undefined);
  const files = listPlaces(options).written.filter(path => path !== deliveries.allPath);
  const names = (made.length > 0 ? made : files).join('; ');
  const providers = new Intl.ListFormat('en').format(new Set(sources.map(({ provider = '' }) => provider)));
  reportStatus(`done: ${names && `${names}, `}spoken by ${providers}`);
}

/** @returns the narration, with the line that says that its voice is synthetic where that is asked for */
async function saySynthetic(
  { saysSynthetic: place }: SpokenOptions,
  document: RunDocument,
  { narration: given, prepared: { described }, durationSeconds }: Speaking,
  language: Language,
): Promise<Narration> {
  if (!place) return given;
  const cues = toCues(given.lines);
  const lasts = durationSeconds ?? Number.POSITIVE_INFINITY;
  const command = addSyntheticNotice(given, {
    place,
    language: language.name,
    seconds: computeUsualSeconds(getSyntheticNotice(language.name), language),
    durationSeconds: lasts,
    spoken: cues.map(({ startSeconds, text }) => ({
      startSeconds,
      endSeconds: startSeconds + computeUsualSeconds(text, language),
    })),
    gaps: described?.gaps,
  });
  if (command) await document.change(command);
  else if (!given.lines.some(({ text }) => isSyntheticNotice(text)))
    reportStatus('No time is free for the line that says that the voice is synthetic.');
  return document.project.narrations.find(({ id }) => id === given.id) ?? given;
}

/** Lines are shortened, or left out of a description, only after they were spoken: a script and a report need that, too. */
function mustSpeak({ deliveries, shortens, description }: SpokenOptions): boolean {
  const isFitted = shortens || description !== undefined;
  const { scriptPath, reportPath, transcriptPath } = deliveries;
  const printsLines = scriptPath ?? reportPath ?? (description && transcriptPath);
  return needsSpeech(deliveries) || (isFitted && printsLines !== undefined);
}

async function prepareSpeakers(
  { voice, cache }: SpokenOptions,
  project: Project,
  narration: Narration,
  { language, parts }: { readonly language: Language; readonly parts: Parts },
) {
  const voiced = listVoicedLines(project, narration, voice);
  const isByLine = isSpokenByLine(narration);
  const counts = { spoken: 0, kept: 0 };
  const store = isByLine ? await openCache(cache, process.env) : undefined;
  const speakers = await chooseSpeakers(isByLine ? voiced.lines : [voiced], language, parts, engine =>
    isByLine ? cacheSpeech(engine, store, counts) : engine,
  );
  return { ...speakers, voiced, isByLine, counts };
}

/** @returns the lines as they are spoken */
async function keepShortened(
  document: RunDocument,
  { id, lines }: Narration,
  texts: ReadonlyMap<string, string> | undefined,
): Promise<readonly Line[]> {
  if (!texts) return lines;
  await document.change({ type: 'rewriteLines', narrationId: id, texts });
  return document.project.narrations.find(narration => narration.id === id)?.lines ?? [];
}

async function writeVideo(
  options: SpokenOptions,
  { file }: Prepared,
  { isDescription, ...delivered }: Delivered & { readonly isDescription: boolean },
  signal: AbortSignal,
): Promise<void> {
  const { sound, pauses, language, provenance, signer } = delivered;
  const { daptPath, mixPath, mix } = options.deliveries;
  const { videoPath } = options;
  if (daptPath) await writeDaptFile(daptPath, options, delivered, signal);
  if (mixPath && videoPath !== undefined) {
    const { writeMixFile } = await import('./video-file.ts');
    await writeMixFile(mixPath, { ...options, mix, videoPath }, delivered, signal);
  }
  if (!file) return;
  const { writeNarratedVideo } = await import('./video-file.ts');
  const placed = { mix, language, pauses, isDescription };
  const marks = createMarks(provenance, 'mixed');
  const container = extname(file.path).slice(1).toLowerCase();
  const { path, videoPath: originalPath } = file;
  const signature = await signer.plan({ container, path, originalPath }, toClaim(provenance, 'mixed'));
  const spoken = { ...sound, ...placed, isSpokenSubtitles: isSpokenSubtitles(options), marks, signature };
  await writeNarratedVideo(file, spoken, signal);
}

/**
 * Writes an audio description as DAPT: a script to be recorded, or, if the path ends with .zip, its sound beside it.
 * @throws CodedError as `writeWholeFile`
 */
async function writeDaptFile(
  path: string,
  { deliveries, videoName }: SpokenOptions,
  { sound, pauses, language, provenance }: Delivered,
  signal: AbortSignal,
): Promise<void> {
  const hasSound = hasEnding(path, 'zip');
  const dapt = writeDapt({
    cues: sound.cues,
    pauses,
    language,
    videoName,
    duckDb: deliveries.mix.duckDb,
    hasSound,
    marks: createMarks(provenance, 'text'),
  });
  const name = `${basename(path, extname(path)).replace(/\.dapt$/u, '')}.dapt.xml`;
  const zipped = () =>
    zipDaptFiles({ name, input: dapt }, sound.readLines(), createMarks(provenance, 'voice'));
  await writeWholeFile(path, hasSound ? zipped() : dapt, signal);
}
