import { basename } from 'node:path';
import { describeVoice } from '#server/voices/own-voices.ts';
import { defaultVoice } from '#shared/defaults.ts';
import { t } from '#shared/messages/message.ts';
import { ownScriptMessages } from '#shared/messages/own-script.ts';
import type { Command } from '#shared/narration/commands.ts';
import { nameScript } from '#shared/narration/find-roles.ts';
import type { OwnScript } from '#shared/narration/formats/read-own-script.ts';
import {
  change,
  createLines,
  createNarration,
  getDescriptionKind,
  type Line,
  type Narration,
  type Project,
  readSaid,
  toStyle,
} from '#shared/narration/project.ts';
import { requireTimedScript } from '#shared/narration/require-timed-script.ts';
import { describeByWords, keepTranscript, writeTranscript } from './keep-transcript.ts';
import { findNarration, openDocument, type RunDocument } from './open-document.ts';
import type { Parts } from './open-parts.ts';
import {
  descriptionOnly,
  type NarrateOptions,
  type SettledProject,
  type SpeakProject,
  type SpeakScript,
  type SpokenOptions,
  type TranscribeVideo,
} from './options.ts';
import {
  listPlaces,
  listTranslatedDeliveries,
  readWritten,
  requirePlaces,
  requireReadable,
} from './places.ts';
import { nameRequester, type Prepared, prepareVideo, withReadable } from './prepare-video.ts';
import { replaceVideo } from './replace-video.ts';
import { badRequest, reportStatus } from './report-status.ts';
import { type Speaking, speakNarration } from './speak-narration.ts';
import { requireTranslator, speakTranslations } from './speak-translations.ts';
import { requireMusic } from './write-deliveries.ts';
import { LanguageFiles } from './write-languages.ts';
import { writeNarration } from './write-narration.ts';

/**
 * Narrates a video, or speaks a script or project, and writes the requested files.
 * @returns the written files
 * @throws CodedError `bad_request` for a wrong command, before any paid call; errors of the engines and `writeWholeFile`
 */
export async function narrate(options: NarrateOptions, parts: Parts): Promise<string[]> {
  const { videoPath } = options;
  const { read, written, video } = listPlaces(options);
  for (const path of read)
    await requireReadable(path, path === videoPath ? 'Add --out-folder for its output.' : undefined);
  if (options.job === 'project') await requireReadable(options.projectPath);
  // Nothing is made for a command that is refused.
  const made = [options.deliveries, ...listTranslatedDeliveries(options)].flatMap(
    each => each.publishPath ?? [],
  );
  await requirePlaces(read, video ? [...written, video] : written, made);
  await requireTranslator(options, parts);
  await requireMusic(options.deliveries.music, parts.signal);
  if (options.job === 'project' && options.replacing) {
    await replaceVideo({ ...options, ...options.replacing }, parts);
    reportStatus(
      `done: ${options.projectPath}. The page shows lines that are gone or to be checked; --write-new writes lines for new parts.`,
    );
    if (!video && written.every(path => path === options.projectPath)) return written;
  }
  const document = await openDocument(options, parts);
  const settled = options.job === 'project' ? settle(options, document.project) : options;
  const voice = await describeVoice(parts.engines, settled.voice, parts.signal);
  const keepsPictures = (options.deliveries.video ?? options.deliveries.publishPath) !== undefined;
  const file =
    videoPath === undefined
      ? await narrateReadable({ ...settled, voice }, document, parts)
      : await withReadable(videoPath, keepsPictures, parts, path =>
          narrateReadable(
            { ...settled, voice, videoPath: path, videoName: basename(videoPath) },
            document,
            parts,
          ),
        );
  return file ? [...written, file.path] : [...written];
}

function settle(options: SpeakProject, project: Project): SettledProject {
  const narration = findNarration(project, options.narrationName);
  const voice = options.voice ?? narration.settings.voice ?? defaultVoice;
  const description = getDescriptionKind(narration);
  const ofDescription = descriptionOnly.find(option => options.deliveries[`${option}Path`] !== undefined);
  if (ofDescription !== undefined && !description)
    throw badRequest(`--${ofDescription} is for an audio description, and this narration is not one.`);
  return { ...options, narration, voice, description };
}

/** @returns the path of the written video */
async function narrateReadable(
  options: SpokenOptions | TranscribeVideo,
  document: RunDocument,
  parts: Parts,
): Promise<Prepared['file']> {
  const own = options.job === 'speak' ? await readScript(options, parts) : undefined;
  const found = await prepareVideo(options, parts);
  const durationSeconds = (await findDuration(options.videoPath, found, parts)) ?? own?.endSeconds;
  const lasts = durationSeconds ?? Number.POSITIVE_INFINITY;
  await keepTranscript(options, document, { prepared: found, durationSeconds: lasts }, parts);
  if (options.job === 'transcribe') {
    await writeTranscript(options, document, undefined, parts.signal);
    reportStatus(`done: ${listPlaces(options).written.join('; ')}`);
    return undefined;
  }
  const prepared = { ...found, described: describeByWords(found.described, document.project) };
  const hasShared = options.languages && (prepared.file ?? options.deliveries.allPath) !== undefined;
  await using all = hasShared ? await LanguageFiles.start(options, parts) : undefined;
  const narration = await prepareNarration(options, document, own, { prepared, durationSeconds }, parts);
  // The video of several languages is written once all are spoken.
  const spoken = { prepared: all ? { ...prepared, file: undefined } : prepared, durationSeconds };
  const speaking = { ...spoken, keep: all?.keep };
  await speakNarration({ ...options, languages: undefined }, document, { ...speaking, narration }, parts);
  await writeTranscript(options, document, narration.id, parts.signal);
  const narrated = document.project.narrations.find(({ id }) => id === narration.id) ?? narration;
  try {
    await speakTranslations(options, document, { ...speaking, narration: narrated }, parts);
  } finally {
    // A language that failed does not take the others with it.
    if (!parts.signal.aborted) await all?.write(prepared.file, document.project);
  }
  return prepared.file;
}

async function readScript(
  { speakPath, videoPath, isTimed, isSpokenSubtitles, deliveries }: SpeakScript,
  parts: Parts,
) {
  const videoSeconds = await findDuration(videoPath, {}, parts);
  const own = await readWritten(speakPath, parts.config.maxVideoSeconds, videoSeconds);
  if (own.offsetHours > 0)
    reportStatus(`${speakPath}: ${t(ownScriptMessages.startsLate, { count: own.offsetHours })}`);
  // A script without times is spoken from the beginning of the video.
  const needsTimes =
    isTimed || isSpokenSubtitles || (videoPath !== undefined && deliveries.video === undefined);
  if (own.timedLines === 0 && needsTimes)
    throw badRequest(
      `${speakPath} has no times. Start each line with one, such as [0:12], or leave out the video and --timed.`,
    );
  return own;
}

/** @returns undefined without a video */
async function findDuration(
  videoPath: string | undefined,
  { described }: Partial<Prepared>,
  { frameReader, signal }: Parts,
): Promise<number | undefined> {
  if (videoPath === undefined) return undefined;
  if (described) return described.durationSeconds;
  return await frameReader.readDuration(videoPath, { requester: nameRequester(videoPath), signal });
}

async function prepareNarration(
  options: SpokenOptions,
  document: RunDocument,
  own: OwnScript | undefined,
  { prepared, durationSeconds = Number.POSITIVE_INFINITY }: Pick<Speaking, 'prepared' | 'durationSeconds'>,
  parts: Parts,
): Promise<Narration> {
  if (options.job === 'project') return options.narration;
  if (options.job === 'narrate') return await writeNarration(options, document, prepared, parts);
  const { timedLines = 0, roles: sure = [], isSubtitles } = own ?? {};
  const isTimed = timedLines > 0;
  const naming = { sure, voice: options.voice, isSubtitles };
  const { script, added, told } = nameScript(own?.script ?? '', document.project.cast, naming);
  if (told) reportStatus(told);
  const rows = createLines(isTimed ? requireTimedScript(script, durationSeconds) : script, 'imported');
  const lines = rows.map(line => change<Line>(line, readSaid(line.text, added)));
  const { isSpokenSubtitles } = options;
  const settings = isSpokenSubtitles ? { isSpokenSubtitles } : {};
  const { language, description } = options;
  const narration = createNarration({ language, style: toStyle(isTimed, description), settings, lines });
  const members = added.map((member): Command => ({ type: 'addMember', member }));
  await document.change(...members, { type: 'addNarration', narration });
  return narration;
}
