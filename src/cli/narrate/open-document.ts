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
  describeVideo,
  fingerprintFile,
  isSameFile,
  readFingerprint,
  type VideoFile,
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
 * the project has no fingerprint, as long and with pictures as large.
 * @throws CodedError `bad_request` for another video
 */
async function takeVideo(
  document: RunDocument,
  known: ProjectVideo,
  { projectPath, videoPath }: { readonly projectPath: string; readonly videoPath: string },
  parts: Parts,
): Promise<void> {
  const name = basename(videoPath);
  const isOther = `${projectPath} was made with another file, ${known.name}.`;
  const old = readFingerprint(known);
  if (old) {
    reportStatus(`${isOther} Comparing ${name} with it …`);
    const { video, comparison } = await compareVideo(old, videoPath, parts);
    const isEqual = video.contentFingerprint === known.contentFingerprint;
    if (!isEqual && !isSameContent(comparison)) throw refuseVideo(projectPath, known.name, comparison.alike);
    reportStatus(`${name} shows and sounds the same, so it is taken for the same video.`);
    const replaced = { type: 'replaceVideo', video, parts: comparison.parts } as const;
    return await document.change(isEqual ? { type: 'setVideo', video } : replaced);
  }
  const video = await describeVideo(videoPath, parts);
  const isAsLarge = video.width === known.width && video.height === known.height;
  if (!isAsLarge || Math.abs(video.durationMs - known.durationMs) > maxRoundingMs)
    throw refuseVideo(projectPath, known.name);
  reportStatus(`${isOther} ${name} is as long and as large, so it is taken for the same video.`);
  await document.change({ type: 'setVideo', video });
}

function refuseVideo(projectPath: string, knownName: string, alike?: number): CodedError {
  const howMuch = alike === undefined ? '' : ` (${Math.round(alike * 100)} % alike)`;
  return badRequest(
    `${projectPath} is the project of another video, ${knownName}${howMuch}. If this is a new cut of it, move its lines with --replace-video; else name another file for --project.`,
  );
}

/**
 * Leaves the project file with the fingerprint of its video, by which a new cut can be compared with it. Nothing happens if it has one, or
 * is of another video.
 * @param exclusively runs what writes the file, when nobody else does
 * @throws CodedError `client_closed`; else it says why there is none
 */
export async function keepFingerprint(
  {
    projectPath,
    videoPath,
  }: { readonly projectPath?: string | undefined; readonly videoPath?: string | undefined },
  parts: Parts,
  exclusively: (work: () => Promise<void>) => Promise<void> = work => work(),
): Promise<void> {
  if (projectPath === undefined || videoPath === undefined) return;
  const { signal } = parts;
  const file = await describeFile(videoPath);
  const lacks = ({ video }: Project) =>
    video !== undefined && !readFingerprint(video) && isSameFile(video, file);
  try {
    if (!lacks(await readProject(projectPath))) return;
    reportStatus('noting what the video looks and sounds like, to compare new cuts with it …');
    const contentFingerprint = packFingerprint(await fingerprintFile(videoPath, parts));
    await exclusively(async () => {
      const document = await openProjectDocument(projectPath, signal);
      const { video } = document.project;
      if (video && lacks(document.project))
        await document.change({ type: 'setVideo', video: { ...video, contentFingerprint } });
    });
  } catch (error) {
    if (!(error instanceof CodedError) || signal.aborted) throw error;
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
