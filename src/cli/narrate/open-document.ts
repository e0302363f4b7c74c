import { readFile, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { apply, type Command } from '#shared/narration/commands.ts';
import { computeFingerprint } from '#shared/narration/fingerprint.ts';
import { openProjectFile, printProject } from '#shared/narration/open-project.ts';
import { createProject, type Narration, type Project, type ProjectVideo } from '#shared/narration/project.ts';
import { listTranslations } from '#shared/narration/translations.ts';
import type { NarrateOptions } from './options.ts';
import { requireFile } from './places.ts';
import { badRequest, reportStatus } from './report-status.ts';
import { writeWholeFile } from './write-whole-file.ts';

type VideoFile = Pick<ProjectVideo, 'name' | 'sizeBytes' | 'fingerprint'>;

export interface RunDocument {
  readonly project: Project;
  /** The video as the project file knows it; undefined without a project file. */
  readonly videoFile: VideoFile | undefined;
  /** Changes the document, and its file if there is one. */
  change(...commands: readonly Command[]): Promise<void>;
}

/**
 * Opens the project file, or makes a document.
 * @throws CodedError `bad_request` if the file is of another video; as `openProjectFile`
 */
export async function openDocument(options: NarrateOptions, signal: AbortSignal): Promise<RunDocument> {
  if (!('projectPath' in options) || options.projectPath === undefined)
    return createDocument(createProject(), undefined, async () => {});
  const { projectPath, videoPath } = options;
  const videoFile = await describeFile(videoPath);
  const opened = await openProjectAt(projectPath);
  const project = opened && (await takeVideo(opened, { projectPath, videoPath, videoFile }));
  const title = basename(videoPath, extname(videoPath));
  return createDocument(project ?? createProject(title), videoFile, save(projectPath, signal));
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

/**
 * A file that was written anew, with other tags or in another container, is the same video: as long, and with pictures as large.
 * @throws CodedError `bad_request` for another video
 */
async function takeVideo(
  project: Project,
  { projectPath, videoPath, videoFile }: { projectPath: string; videoPath: string; videoFile: VideoFile },
): Promise<Project> {
  const { video } = project;
  if (!video || isSameVideo(video, videoFile)) return project;
  const size = await readSize(videoPath, Number.POSITIVE_INFINITY);
  if (!Object.entries(size).every(([key, value]) => video[key as keyof typeof size] === value))
    throw badRequest(
      `${projectPath} is the project of another video, ${video.name}. Name another file for --project.`,
    );
  reportStatus(
    `${projectPath} was made with another file, ${video.name}. ${videoFile.name} is as long and as large, so it is taken for the same video.`,
  );
  return { ...project, video: { ...videoFile, ...size } };
}

export async function readSize(videoPath: string, maxSeconds: number) {
  const { openVideoFile } = await import('#media/node/open-video-file.ts');
  using video = await openVideoFile(videoPath, { maxSeconds });
  const { durationMs, width, height } = video;
  return { durationMs: Math.round(durationMs), width, height };
}

/** What the page kept before there were fingerprints has none. */
function isSameVideo(known: VideoFile, { name, sizeBytes, fingerprint }: VideoFile): boolean {
  if (known.fingerprint !== '') return known.fingerprint === fingerprint;
  return known.name === name && known.sizeBytes === sizeBytes;
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

async function describeFile(path: string): Promise<VideoFile> {
  const sizeBytes = await requireFile(path);
  // Loads decoders, which only projects and videos need.
  const { withFileBytes } = await import('#media/node/open-video-file.ts');
  const fingerprint = await withFileBytes(path, computeFingerprint);
  return { name: basename(path), sizeBytes, fingerprint };
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
