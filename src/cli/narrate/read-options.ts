import { resolve } from 'node:path';
import { defaultLanguageName } from '#shared/defaults.ts';
import { descriptionDetails } from '#shared/description.ts';
import { badRequest, refuse } from './bad-request.ts';
import { planFolderValues, readJobs, writtenOptions } from './folder-options.ts';
import type {
  ListVoices,
  NarrateFolder,
  NarrateOptions,
  NarrateVideo,
  SpeakProject,
  SpeakScript,
  TranscribeVideo,
  VerifyFile,
} from './options.ts';
import { type ArgumentValues, parseArguments } from './parse-arguments.ts';
import { readCommon, readName, resolveIn, speaksProject } from './read-common.ts';

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
): NarrateOptions | NarrateFolder | VerifyFile | ListVoices | undefined {
  const { values, positionals } = parseArguments(args);
  if (values.help) return undefined;
  if (values.verify !== undefined) return { job: 'verify', filePath: resolve(folder, values.verify) };
  if (values['list-voices']) return { job: 'list voices' };
  const [named, ...others] = positionals.map(file => resolve(folder, file));
  refuse(others.length > 0, `Name one video only. Unexpected: "${positionals[1]}".`);
  if (values['out-folder'] !== undefined) return readFolder(values, named, folder);
  const forFolders = (['jobs', 'write'] as const).find(option => values[option] !== undefined);
  refuse(forFolders !== undefined, `--${forFolders} is for a folder of videos. Add --out-folder.`);
  if ((values.speak ?? values['spoken-subtitles']) !== undefined) return readScript(values, named, folder);
  if (isOnlyTranscript(values)) return readTranscript(values, named, folder);
  return speaksProject(values) ? readProject(values, named, folder) : readVideo(values, named, folder);
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
  refuse(
    values.languages !== undefined,
    '--languages translates a narration: add --prompt, --speak or --project.',
  );
  return { job: 'transcribe', ...readCommon(values, folder, false), videoPath };
}

function readFolder(values: ArgumentValues, folderPath: string | undefined, folder: string): NarrateFolder {
  if (folderPath === undefined) throw badRequest('Name a folder of videos.');
  const ofOne = (['speak', 'spoken-subtitles', 'transcript'] as const).find(
    option => values[option] !== undefined,
  );
  refuse(ofOne !== undefined, `--${ofOne} is for a single video: leave it or --out-folder out.`);
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
    language: common.language || defaultLanguageName,
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

/** They are for a script that is still to be written. */
const writingOptions = ['prompt', 'detail', 'analysis', 'project', 'narration', 'look-again'] as const;

function readScript(values: ArgumentValues, videoPath: string | undefined, folder: string): SpeakScript {
  const common = readCommon(values, folder, false);
  const subtitles = values['spoken-subtitles'];
  refuse(
    subtitles !== undefined && (values.speak ?? values.describe) !== undefined,
    `--spoken-subtitles speaks subtitles as they are: leave --${values.speak === undefined ? 'describe' : 'speak'} out.`,
  );
  const forWriting = writingOptions.find(option => values[option] !== undefined);
  refuse(
    forWriting !== undefined,
    `--${subtitles === undefined ? 'speak' : 'spoken-subtitles'} writes no script: leave it or --${forWriting} out.`,
  );
  const [option, reason] = Object.entries(needsVideo).find(([name]) => name in values) ?? [];
  refuse(videoPath === undefined && option !== undefined, `--${option}: name the video ${reason}.`);
  return {
    job: 'speak',
    ...common,
    speakPath: resolve(folder, values.speak ?? subtitles ?? ''),
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

function requirePrompt(values: ArgumentValues, isTimed: boolean): string {
  const prompt = values.prompt?.trim();
  if (!prompt) throw badRequest('Add --prompt with what the narration should say.');
  refuse(values['no-shorten'] === true && !isTimed, '--no-shorten is for lines with times: add --timed.');
  return prompt;
}

function readDetail({ detail, describe }: ArgumentValues) {
  refuse(
    detail !== undefined && describe === undefined,
    '--detail is for an audio description: add --describe standard or extended.',
  );
  return readName('--detail', descriptionDetails, detail);
}
