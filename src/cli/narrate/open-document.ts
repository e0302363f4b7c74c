import { readFile, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { packFingerprint } from '#media/fingerprint/pack-fingerprint.ts';
import { CodedError } from '#shared/errors.ts';
import { apply, type Command } from '#shared/narration/commands.ts';
import { isSameContent } from '#shared/narration/new-cut.ts';
import { openProjectFile, printProject } from '#shared/narration/open-project.ts';
import { createProject, type Narration, type Project, type ProjectVideo } from '#shared/narration/project.ts';
import { listTranslations } from '#shared/narration/translations.ts';
import {
  compareVideo,
  describeFile,
  fingerprintFile,
  isSameFile,
  readFingerprint,
  type VideoFile,
  type VideoPaths,
} from './compare-video.ts';
import type { Parts } from './open-parts.ts';
import type { NarrateOptions } from './options.ts';
import { requireFile } from './places.ts';
import { badRequest, reportStatus } from './report-status.ts';
import { writeWholeFile } from './write-whole-file.ts';

export interface RunDocument {
  readonly project: Project;
  /** The video as the project file knows it; undefined without a project file. */
  readonly videoFile: VideoFile | undefined;
  /** Changes the document, and its file if there is one. */
  change(...commands: readonly Command[]): Promise<void>;
}

/**
 * Opens the project file, or makes a document.
 * @throws CodedError `bad_request` if the file is of another video; as `openProjectFile` and `compareVideo`
 */
export async function openDocument(options: NarrateOptions, parts: Parts): Promise<RunDocument> {
  if (!('projectPath' in options) || options.projectPath === undefined)
    return createDocument(createProject(), undefined, async () => {});
  const { projectPath, videoPath } = options;
  const videoFile = await describeFile(videoPath);
  const opened = await openProjectAt(projectPath);
  const title = basename(videoPath, extname(videoPath));
  const document = createDocument(opened ?? createProject(title), videoFile, save(projectPath, parts.signal));
  const { video } = document.project;
  if (video && !isSameFile(video, videoFile))
    await takeVideo(document, video, { projectPath, videoPath }, parts);
  return document;
}

function save(projectPath: string, signal: AbortSignal) {
  return (project: Project) => writeWholeFile(projectPath, printProject(project), signal);
}

/**
 * Opens a project file whose video is not needed.
 * @throws CodedError as `openProjectFile`
 */
export async function openProjectDocument(projectPath: string, signal: AbortSignal): Promise<RunDocument> {
  return createDocument(await readProject(projectPath), undefined, save(projectPath, signal));
}

/** Containers round the lengths of tracks differently. */
const maxRoundingMs = 100;

/**
 * A file that was written anew, with other tags, in another container, size or codec, is the same video: with the same content or, where
 * that is not known, as long and with pictures as large.
 * @throws CodedError `bad_request` for another video
 */
async function takeVideo(document: RunDocument, known: ProjectVideo, paths: VideoPaths, parts: Parts) {
  const { video, comparison } = await compareVideo(known, paths, parts);
  const { durationMs, width, height, name } = video;
  const isAsLong = Math.abs(durationMs - known.durationMs) <= maxRoundingMs;
  const isAsLarge = isAsLong && width === known.width && height === known.height;
  const howMuch = comparison ? ` (${Math.round(comparison.alike * 100)} % alike)` : '';
  if (!(comparison ? isSameContent(comparison) : isAsLarge))
    throw badRequest(
      `${paths.projectPath} is the project of another video, ${known.name}${howMuch}. If this is a new cut of it, move its lines with --replace-video; else name another file for --project.`,
    );
  reportStatus(
    `${paths.projectPath} was made with another file, ${known.name}. ${name} ${comparison ? 'shows and sounds the same' : 'is as long and as large'}, so it is taken for the same video.`,
  );
  const replaced = comparison && ({ type: 'replaceVideo', video, parts: comparison.parts } as const);
  await document.change(replaced ?? { type: 'setVideo', video });
}

type SomePaths = { readonly [Path in keyof VideoPaths]?: string | undefined };

/**
 * Leaves the project file with the fingerprint of its video, by which a new cut can be compared with it.
 * @throws CodedError `client_closed`; else it says why there is none
 */
export async function keepFingerprint({ projectPath, videoPath }: SomePaths, parts: Parts): Promise<void> {
  if (projectPath === undefined || videoPath === undefined) return;
  try {
    const file = await describeFile(videoPath);
    const { video: known } = await readProject(projectPath);
    if (!known || readFingerprint(known) || !isSameFile(known, file)) return;
    reportStatus('noting what the video looks and sounds like, to compare new cuts with it …');
    const contentFingerprint = packFingerprint(await fingerprintFile(videoPath, parts));
    const document = await openProjectDocument(projectPath, parts.signal);
    await document.change({ type: 'setVideo', video: { ...known, contentFingerprint } });
  } catch (error) {
    if (!(error instanceof CodedError) || parts.signal.aborted) throw error;
    reportStatus(`The project file has no fingerprint of the video: ${error.operatorMessage}`);
  }
}

function createDocument(
  opened: Project,
  videoFile: VideoFile | undefined,
  save: (project: Project) => Promise<unknown>,
): RunDocument {
  let project = opened;
  return {
    get project() {
      return project;
    },
    videoFile,
    async change(...commands) {
      const changed = commands.reduce((before, command) => apply(before, command), project);
      if (changed === project) return;
      project = { ...changed, revision: changed.revision + 1, updatedAt: new Date().toISOString() };
      await save(project);
    },
  };
}

/** @returns undefined if there is no such file yet */
async function openProjectAt(path: string): Promise<Project | undefined> {
  return (await stat(path).catch(() => undefined)) && (await readProject(path));
}

/** @throws CodedError `bad_request` if there is no such file; as `openProjectFile` */
export async function readProject(path: string): Promise<Project> {
  const size = await requireFile(path);
  return await openProjectFile({ size, read: () => readFile(path) });
}

/**
 * Finds a narration of a project.
 * @param name or id; any but translations if undefined
 * @returns the newest
 * @throws CodedError `bad_request` if there is none
 */
export function findNarration(project: Project, name: string | undefined): Narration {
  const { narrations } = project;
  const translations = new Set(narrations.flatMap(({ id }) => listTranslations(project, id)));
  const named = narrations.filter(narration =>
    name === undefined ? !translations.has(narration) : [narration.name, narration.id].includes(name),
  );
  const newest = named.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt)).at(-1);
  if (newest) return newest;
  const names = narrations.map(narration => narration.name).filter(each => each !== '');
  throw badRequest(
    narrations.length === 0
      ? 'The project has no narration yet. Add --prompt to have one written.'
      : `--narration must be one of: ${names.join(', ')}.`,
  );
}
