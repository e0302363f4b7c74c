import { join, resolve } from 'node:path';
import { usualMix } from '#media/mix/mix-settings.ts';
import { defaultLanguageName, defaultVoice } from '#shared/defaults.ts';
import { type Parsed, parseCommand, writtenEndings } from './command.ts';
import {
  type Deliveries,
  descriptionOnly,
  type MusicOptions,
  type NarrateFolder,
  type NarrateOptions,
  type NarrateVideo,
  type SpeakProject,
  type SpeakScript,
  type TranscribeVideo,
  type Values,
  type VideoDelivery,
} from './options.ts';
import { changeEnding } from './places.ts';
import { badRequest, refuse } from './report-status.ts';

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
): NarrateOptions | NarrateFolder | { job: 'verify'; filePath: string } | { job: 'list voices' } | undefined {
  const parsed = parseCommand(args, folder);
  if (!parsed) return undefined;
  const { values, given } = parsed;
  if (values.verify !== undefined) return { job: 'verify', filePath: values.verify };
  if (given.has('listVoices')) return { job: 'list voices' };
  if (given.has('outFolder')) return readFolder(parsed, folder);
  requireNeeded(given);
  if (given.has('speak') || given.has('spokenSubtitles')) return readScript(parsed, folder);
  if (isOnlyTranscript(given) && !given.has('replaceVideo')) return readTranscript(parsed, folder);
  return speaksProject(given) ? readProject(parsed, folder) : readVideo(parsed, folder);
}

const toFlag = (key: string) => `--${key.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`;
const toKey = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

type Given = Parsed['given'];

const writtenOptions: readonly string[] = ['out', 'all', ...Object.keys(writtenEndings).map(toKey)];
const ofMix = ['video', 'mix', 'dapt', 'all'];

/** Options that say how another is done, and which that may be. */
const needs: Readonly<Record<string, readonly string[]>> = {
  jobs: ['outFolder'],
  write: ['outFolder'],
  detail: ['describe'],
  languages: ['prompt', 'speak', 'spokenSubtitles', 'project'],
  all: ['languages'],
  narration: ['project'],
  lookAgain: ['project'],
  replaceVideo: ['project'],
  anyway: ['replaceVideo'],
  writeNew: ['replaceVideo'],
  track: ['video'],
  subtitles: ['video'],
  keepOriginal: ['video'],
  duck: ofMix,
  original: ofMix,
  loudness: ofMix,
  musicLevel: ['music'],
  musicFrom: ['music'],
  musicTo: ['music'],
};

function requireNeeded(given: Given): void {
  for (const [option, needed] of Object.entries(needs))
    refuse(
      given.has(option) && !needed.some(each => given.has(each)),
      `${toFlag(option)} needs ${needed.map(toFlag).join(' or ')}.`,
    );
}

function speaksProject(given: Given): boolean {
  return given.has('project') && !given.has('prompt');
}

function isOnlyTranscript(given: Given): boolean {
  const others = ['prompt', ...writtenOptions].filter(option => option !== 'transcriptOut');
  return given.has('transcriptOut') && !others.some(option => given.has(option));
}

function readTranscript({ values, given, video }: Parsed, folder: string): TranscribeVideo {
  if (video === undefined) throw badRequest('--transcript-out: name the video in which something is said.');
  return { job: 'transcribe', ...readCommon(values, given, folder), videoPath: video };
}

function readFolder(parsed: Parsed, folder: string): NarrateFolder {
  const { values, given, video: folderPath } = parsed;
  if (folderPath === undefined) throw badRequest('Name a folder of videos.');
  // One such file cannot serve all videos.
  const own = Object.keys(writtenEndings).find(name => given.has(toKey(name)));
  refuse(own !== undefined, `--${own} is for a single video. With --out-folder use --write ${own}.`);
  for (const name of ['out', 'all'])
    refuse(given.has(name), `--${name} is for a single video. For a folder use --out-folder.`);
  const outFolder = values.outFolder ?? '';
  const wanted = Object.entries(writtenEndings).filter(([name]) => values.write?.includes(name));
  const planOne = (video: string, name: string) => {
    const toPath = (ending: string) => join(outFolder, `${name}.${ending}`);
    const named = wanted.map(([each, ending]): [string, string] => [toKey(each), toPath(ending)]);
    const ofVideo = {
      values: { ...values, ...Object.fromEntries(named), out: toPath('mp3') },
      given: new Set([...given, 'out', ...named.map(([key]) => key)]),
      video,
    };
    requireNeeded(ofVideo.given);
    return readVideo(ofVideo, folder, true);
  };
  // Validates the options once, as they are the same for all videos.
  planOne(resolve(folderPath, 'video'), 'video');
  return { job: 'folder', folderPath, outFolder, jobs: values.jobs, planOne };
}

function readVideo({ values, given, video }: Parsed, folder: string, picksEnding = false): NarrateVideo {
  if (video === undefined) throw badRequest('Name a video, or a script with --speak.');
  const common = readCommon(values, given, folder, picksEnding);
  const prompt = values.prompt?.trim();
  if (!prompt) throw badRequest('Add --prompt with what the narration should say.');
  refuse(!values.shorten && !common.isTimed, '--no-shorten is for lines with times: add --timed.');
  return {
    job: 'narrate',
    ...common,
    language: values.language ?? defaultLanguageName,
    videoPath: video,
    prompt,
    detail: values.detail,
    analysisPath: values.analysis,
    projectPath: values.project,
    narrationName: values.narration,
    looksAgain: given.has('lookAgain'),
  };
}

/** The options of a script that need a video, and which. */
const needsVideo = {
  spokenSubtitles: 'of the subtitles',
  video: 'under which the script is to be laid',
  mix: 'whose sound is mixed',
  publish: 'that is published',
  hear: 'in which something is said',
  transcript: 'in which something is said',
  transcriptOut: 'in which something is said',
  describe: 'that is described',
};

function readScript({ values, given, video }: Parsed, folder: string): SpeakScript {
  const common = readCommon(values, given, folder);
  for (const [option, which] of Object.entries(needsVideo))
    refuse(video === undefined && given.has(option), `${toFlag(option)}: name the video ${which}.`);
  return {
    job: 'speak',
    ...common,
    speakPath: values.speak ?? values.spokenSubtitles ?? '',
    videoPath: video,
    isSpokenSubtitles: given.has('spokenSubtitles'),
  };
}

function readProject({ values, given, video }: Parsed, folder: string): SpeakProject {
  if (video === undefined) throw badRequest('Name the video of the project.');
  for (const option of ['timed', 'describe', 'detail', 'analysis', 'lookAgain'])
    refuse(
      given.has(option),
      `${toFlag(option)}: without --prompt the narration in --project is spoken as it is. Add --prompt, or leave ${toFlag(option)} out.`,
    );
  const { isTimed: _, description: __, ...common } = readCommon(values, given, folder);
  return {
    job: 'project',
    ...common,
    voice: values.voice,
    shortens: values.shorten,
    videoPath: video,
    projectPath: values.project ?? '',
    narrationName: values.narration,
    replacing: given.has('replaceVideo')
      ? { isAnyway: given.has('anyway'), writesNew: given.has('writeNew') }
      : undefined,
  };
}

function readCommon(values: Values, given: Given, folder: string, picksEnding = false) {
  const { describe: description, transcript, track = 'mixed' } = values;
  refuse(values.hear === true && transcript !== undefined, '--hear or --transcript: leave one out.');
  const isMixed = given.has('mix') || (given.has('video') && track === 'mixed');
  refuse(
    given.has('audioTrack') && !description && !isMixed,
    '--audio-track needs --video with --track mixed, --mix, or --describe.',
  );
  // Generated lines of a description may be shortened; given ones and subtitles stay.
  const mayShorten =
    !given.has('spokenSubtitles') &&
    (given.has('timed') || (description !== undefined && !given.has('speak')));
  return {
    voice: values.voice ?? defaultVoice,
    isTimed: given.has('timed') || description !== undefined,
    saysSynthetic: values.saySynthetic,
    shortens: mayShorten && values.shorten,
    cache: values.cache === false ? 'none' : (values.cache ?? 'usual'),
    description,
    audioTrack: values.audioTrack,
    transcriptFile: transcript,
    hears: values.hear,
    deliveries: readDeliveries(values, given, folder, picksEnding),
    language: values.language,
    languages: values.languages,
  };
}

function readDeliveries(values: Values, given: Given, folder: string, picksEnding: boolean): Deliveries {
  const ofDescription = descriptionOnly.find(option => given.has(option));
  refuse(
    ofDescription !== undefined && !given.has('describe') && !speaksProject(given),
    `--${ofDescription} is for an audio description: add --describe standard or extended.`,
  );
  const video = readVideoDelivery(values, given, picksEnding);
  const isOnlySound =
    (!given.has('project') || speaksProject(given)) &&
    (!given.has('replaceVideo') || given.has('languages')) &&
    writtenOptions.every(option => option === 'project' || !given.has(option));
  return {
    outPath: values.out ?? (isOnlySound ? resolve(folder, 'narration.mp3') : undefined),
    wavPath: values.wav,
    srtPath: values.srt,
    vttPath: values.vtt ?? (video?.hasSubtitles ? changeEnding(video.path, 'vtt') : undefined),
    descriptionsPath: values.descriptions,
    daptPath: values.dapt,
    mixPath: values.mix,
    editorsPath: values.editors,
    scriptPath: values.script,
    reportPath: values.report,
    publishPath: values.publish,
    transcriptPath: values.transcriptOut,
    allPath: values.all,
    video,
    mix: { ...usualMix, duckDb: values.duck, loudnessLufs: values.loudness, originalDb: values.original },
    music: readMusic(values),
  };
}

function readVideoDelivery(
  { video, track }: Values,
  given: Given,
  picksEnding: boolean,
): VideoDelivery | undefined {
  if (video === undefined) return undefined;
  for (const option of ['duck', 'original'])
    refuse(
      given.has(option) && track !== undefined && track !== 'mixed',
      `--${option} needs --track mixed. Leave out --${option} or --track ${track}.`,
    );
  return {
    path: video,
    picksEnding,
    sound: track,
    hasSubtitles: given.has('subtitles'),
    keepsOriginal: given.has('keepOriginal'),
  };
}

function readMusic({ music, musicLevel, musicFrom, musicTo }: Values): MusicOptions | undefined {
  if (music === undefined) return undefined;
  refuse(musicTo !== undefined && musicTo <= (musicFrom ?? 0), '--music-to must be later than --music-from.');
  return { path: music, levelDb: musicLevel, fromSeconds: musicFrom, toSeconds: musicTo };
}
