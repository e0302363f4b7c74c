import { extname, resolve } from 'node:path';
import { descriptionDetails, descriptionKinds } from '#shared/description.ts';
import { languageNames } from '#shared/languages.ts';
import { noticePlaces } from '#shared/marks/synthetic-notice.ts';
import { allVoices, standardVoices } from '#shared/voices.ts';
import { badRequest } from './bad-request.ts';
import { planFolderValues, readJobs, writtenOptions } from './folder-options.ts';
import {
  type Deliveries,
  descriptionOnly,
  type NarrateFolder,
  type NarrateOptions,
  type NarrateVideo,
  type SpeakProject,
  type SpeakScript,
  type TranscribeVideo,
  type VerifyFile,
} from './options.ts';
import { type ArgumentValues, parseArguments } from './parse-arguments.ts';
import { changeEnding, readAudioTrack, readMix, readVideoOptions } from './video-options.ts';

/**
 * Reads the command line.
 * @param args the arguments after the command
 * @param folder base of relative paths
 * @returns undefined if help was requested
 * @throws CodedError `bad_request` with a sentence that names the option
 */
export function readOptions(
  args: readonly string[],
  folder: string,
): NarrateOptions | NarrateFolder | VerifyFile | undefined {
  const { values, positionals } = parseArguments(args);
  if (values.help) return undefined;
  if (values.verify !== undefined) return { job: 'verify', filePath: resolve(folder, values.verify) };
  const [named, ...others] = positionals.map(file => resolve(folder, file));
  refuse(others.length > 0, `Name one video only. Unexpected: "${positionals[1]}".`);
  if (values['out-folder'] !== undefined) return readFolder(values, named, folder);
  const forFolders = (['jobs', 'write'] as const).find(option => values[option] !== undefined);
  refuse(forFolders !== undefined, `--${forFolders} is for a folder of videos. Add --out-folder.`);
  if ((values.speak ?? values['spoken-subtitles']) !== undefined) return readScript(values, named, folder);
  if (isOnlyTranscript(values)) return readTranscript(values, named, folder);
  const isWritten = values.project === undefined || values.prompt !== undefined;
  return isWritten ? readVideo(values, named, folder) : readProject(values, named, folder);
}

/** Nothing is to be written or spoken. */
function isOnlyTranscript(values: ArgumentValues): boolean {
  const isWritten = (option: keyof ArgumentValues) => values[option] !== undefined;
  const others = writtenOptions.filter(option => option !== 'transcript-out');
  return isWritten('transcript-out') && !isWritten('prompt') && !others.some(isWritten);
}

function readTranscript(
  values: ArgumentValues,
  videoPath: string | undefined,
  folder: string,
): TranscribeVideo {
  if (videoPath === undefined)
    throw badRequest('--transcript-out: name the video in which something is said.');
  return { job: 'transcribe', ...readCommon(values, folder, false), videoPath };
}

function readFolder(values: ArgumentValues, folderPath: string | undefined, folder: string): NarrateFolder {
  if (folderPath === undefined) throw badRequest('Name a folder of videos.');
  refuse(values.speak !== undefined, '--speak speaks one script: leave it or --out-folder out.');
  refuse(values.transcript !== undefined, '--transcript is of one video: leave it or --out-folder out.');
  const outFolder = resolve(folder, values['out-folder'] ?? '');
  const planOne = (videoPath: string, name: string) =>
    readVideo(planFolderValues(values, outFolder, name), videoPath, folder, true);
  // Validates the options once, as they are the same for all videos.
  planOne(resolve(folderPath, 'video'), 'video');
  return { job: 'folder', folderPath, outFolder, jobs: readJobs(values.jobs), planOne };
}

function readVideo(
  values: ArgumentValues,
  videoPath: string | undefined,
  folder: string,
  picksEnding = false,
): NarrateVideo {
  if (videoPath === undefined) throw badRequest('Name a video, or a script with --speak.');
  const common = readCommon(values, folder, picksEnding);
  const toOptionalPath = resolveIn(folder);
  refuse(
    values.project === undefined && (values.narration !== undefined || values['look-again'] === true),
    `--${values.narration === undefined ? 'look-again' : 'narration'} is for a project file: add --project.`,
  );
  return {
    job: 'narrate',
    ...common,
    language: common.language || 'English',
    videoPath,
    prompt: requirePrompt(values, common.isTimed),
    detail: readDetail(values),
    analysisPath: toOptionalPath(values.analysis),
    projectPath: toOptionalPath(values.project),
    narrationName: values.narration,
    looksAgain: values['look-again'] === true,
  };
}

/** The options of a script that need a video, and which. */
const needsVideo = {
  'spoken-subtitles': 'of the subtitles',
  video: 'under which the script is to be laid',
  mix: 'whose sound is mixed',
  publish: 'that is published',
  hear: 'in which something is said',
  transcript: 'in which something is said',
  'transcript-out': 'in which something is said',
  describe: 'that is described',
};

function readScript(values: ArgumentValues, videoPath: string | undefined, folder: string): SpeakScript {
  const common = readCommon(values, folder, false);
  const subtitles = values['spoken-subtitles'];
  refuse(
    subtitles !== undefined && (values.speak ?? values.describe) !== undefined,
    `--spoken-subtitles speaks subtitles as they are: leave --${values.speak === undefined ? 'describe' : 'speak'} out.`,
  );
  const speakPath = resolve(folder, values.speak ?? subtitles ?? '');
  const forWriting = (['prompt', 'detail'] as const).find(option => values[option] !== undefined);
  refuse(
    forWriting !== undefined,
    `--speak speaks what is there, and writes nothing: leave --${forWriting} out.`,
  );
  refuse(
    values.analysis !== undefined,
    '--analysis: with --speak nothing is looked at; leave one of them out.',
  );
  refuse(values.project !== undefined, '--speak speaks one script: leave it or --project out.');
  const [option, reason] = Object.entries(needsVideo).find(([name]) => name in values) ?? [];
  refuse(videoPath === undefined && option !== undefined, `--${option}: name the video ${reason}.`);
  const shortens = subtitles === undefined && common.shortens;
  return {
    job: 'speak',
    ...common,
    shortens,
    speakPath,
    videoPath,
    isSpokenSubtitles: subtitles !== undefined,
  };
}

function readProject(values: ArgumentValues, videoPath: string | undefined, folder: string): SpeakProject {
  if (videoPath === undefined) throw badRequest('Name the video of the project.');
  const forWriting = (['timed', 'describe', 'detail', 'analysis', 'look-again'] as const).find(
    option => values[option] !== undefined,
  );
  refuse(
    forWriting !== undefined,
    `--${forWriting}: without --prompt the narration in --project is spoken as it is. Add --prompt, or leave --${forWriting} out.`,
  );
  const { isTimed: _, description: __, ...common } = readCommon(values, folder, false);
  return {
    job: 'project',
    ...common,
    voice: values.voice === undefined ? undefined : common.voice,
    shortens: values['no-shorten'] !== true,
    videoPath,
    projectPath: resolve(folder, values.project ?? ''),
    narrationName: values.narration,
  };
}

/** The options that videos, scripts and projects share. */
function readCommon(values: ArgumentValues, folder: string, picksEnding: boolean) {
  const toOptionalPath = resolveIn(folder);
  return {
    ...readSpeaking(values, toOptionalPath),
    ...readHearing(values, toOptionalPath),
    deliveries: readDeliveries(values, toOptionalPath, picksEnding),
    language: values.language ? requireName('--language', languageNames, values.language) : undefined,
  };
}

type ToOptionalPath = (file: string | undefined) => string | undefined;

function resolveIn(folder: string): ToOptionalPath {
  return file => (file === undefined ? undefined : resolve(folder, file));
}

function readSpeaking(values: ArgumentValues, toOptionalPath: ToOptionalPath) {
  refuse(values.cache !== undefined && values['no-cache'] === true, '--cache or --no-cache: leave one out.');
  const description =
    values.describe === undefined ? undefined : requireName('--describe', descriptionKinds, values.describe);
  // Generated lines of a description may be shortened; given ones stay.
  const mayShorten = values.timed === true || (description !== undefined && values.speak === undefined);
  return {
    voice: requireName('--voice', allVoices, values.voice ?? standardVoices[0]),
    isTimed: values.timed === true || description !== undefined,
    saysSynthetic:
      values['say-synthetic'] === undefined
        ? undefined
        : requireName('--say-synthetic', noticePlaces, values['say-synthetic']),
    shortens: mayShorten && values['no-shorten'] !== true,
    cache: values['no-cache'] ? 'none' : (toOptionalPath(values.cache) ?? 'usual'),
    description,
    audioTrack: readAudioTrack(values),
  };
}

const transcriptEndings = ['.srt', '.vtt', '.txt', '.md'];
const daptEndings = ['.xml', '.ttml', '.zip'];
const mixEndings = ['.mp3', '.wav'];

function readHearing(values: ArgumentValues, toOptionalPath: ToOptionalPath) {
  const { hear = false, 'no-hear': isOff = false, transcript, 'transcript-out': out } = values;
  refuse(hear && isOff, '--hear or --no-hear: leave one out.');
  refuse(hear && transcript !== undefined, '--hear or --transcript: leave one out.');
  requireEndings('--transcript-out', out, transcriptEndings);
  return { transcriptFile: toOptionalPath(transcript), hears: hear || (isOff ? false : undefined) };
}

function readDeliveries(
  values: ArgumentValues,
  toOptionalPath: ToOptionalPath,
  picksEnding: boolean,
): Deliveries {
  const videoPath = toOptionalPath(values.video);
  const video = readVideoOptions(
    videoPath === undefined ? undefined : { path: videoPath, picksEnding },
    values,
    (values.mix ?? values.dapt) !== undefined,
  );
  requireEndings('--dapt', values.dapt, daptEndings);
  requireEndings('--mix', values.mix, mixEndings);
  const ofDescription = descriptionOnly.find(option => values[option] !== undefined);
  refuse(
    ofDescription !== undefined && values.describe === undefined && values.project === undefined,
    `--${ofDescription} tells of a description: add --describe standard or extended.`,
  );
  const besidePath = video?.hasSubtitles ? changeEnding(video.path, 'vtt') : undefined;
  const isSpoken = values.project === undefined || values.prompt === undefined;
  const isOnlySound =
    isSpoken && writtenOptions.every(option => option === 'project' || values[option] === undefined);
  return {
    outPath: toOptionalPath(values.out ?? (isOnlySound ? 'narration.mp3' : undefined)),
    wavPath: toOptionalPath(values.wav),
    srtPath: toOptionalPath(values.srt),
    vttPath: toOptionalPath(values.vtt) ?? besidePath,
    descriptionsPath: toOptionalPath(values.descriptions),
    daptPath: toOptionalPath(values.dapt),
    mixPath: toOptionalPath(values.mix),
    editorsPath: toOptionalPath(values.editors),
    scriptPath: toOptionalPath(values.script),
    reportPath: toOptionalPath(values.report),
    publishPath: toOptionalPath(values.publish),
    checksPath: toOptionalPath(values.checks),
    transcriptPath: toOptionalPath(values['transcript-out']),
    video,
    mix: readMix(values),
  };
}

function requirePrompt(values: ArgumentValues, isTimed: boolean): string {
  const prompt = values.prompt?.trim();
  if (!prompt) throw badRequest('Add --prompt with what the narration should say.');
  refuse(values['no-shorten'] === true && !isTimed, '--no-shorten is for lines with times: add --timed.');
  return prompt;
}

function requireEndings(option: string, path: string | undefined, endings: readonly string[]): void {
  refuse(
    path !== undefined && !endings.includes(extname(path).toLowerCase()),
    `${option} must end with one of: ${endings.join(', ')}.`,
  );
}

function readDetail({ detail, describe }: ArgumentValues) {
  if (detail === undefined) return undefined;
  refuse(
    describe === undefined,
    '--detail is for an audio description: add --describe standard or extended.',
  );
  return requireName('--detail', descriptionDetails, detail);
}

/** Finds a name, ignoring case. */
function requireName<Name extends string>(option: string, names: readonly Name[], wanted: string): Name {
  const found = names.find(name => name.toLowerCase() === wanted.toLowerCase());
  if (found === undefined) throw badRequest(`${option} must be one of: ${names.join(', ')}.`);
  return found;
}

function refuse(isWrong: boolean, sentence: string): void {
  if (isWrong) throw badRequest(sentence);
}
