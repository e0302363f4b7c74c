import { useEffect, useEffectEvent, useState } from 'react';
import { refuse } from '#shared/errors.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { formatBytes } from '../../../lib/format.ts';
import type { DroppedFiles } from '../model/editor-state.ts';

/** For the file picker. Systems often do not know the types of the last three. */
export const videoAccept = 'video/*,.mkv,.ts,.mov';

const videoNames = /\.(?:mp4|m4v|mov|webm|mkv|ts|mts|m2ts)$/i;

/** What macOS and Windows keep beside files: `._cars.mp4` is no video. */
function isSystemFile({ name }: File): boolean {
  return /^(?:\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i.test(name);
}

export function isVideoFile(file: File): boolean {
  return !isSystemFile(file) && (file.type.startsWith('video/') || videoNames.test(file.name));
}

/** Without reading the file. @throws {CodedError} `invalid_video` for what is no video by type and name, `too_large` over the limit */
export function requireVideoFile(file: File, maxBytes: number): void {
  const { name } = file;
  const { notVideo, emptyFile, tooLarge } = studioMessages;
  const [size, limit] = [formatBytes(file.size), formatBytes(maxBytes)];
  if (!isVideoFile(file)) throw refuse('invalid_video', notVideo, { name });
  if (file.size === 0) throw refuse('invalid_video', emptyFile, { name });
  if (file.size > maxBytes) throw refuse('too_large', tooLarge, { name, size, limit });
}

export const scriptAccept =
  '.benshi.json,.json,.txt,.md,.csv,.tsv,.srt,.vtt,.ass,.ssa,.sbv,.sub,.ttml,.dfxp,.xml,.lrc,text/plain,text/vtt,application/x-subrip';

const scriptNames = /\.(?:txt|md|csv|tsv|srt|vtt|ass|ssa|sbv|sub|ttml|dfxp|xml|lrc)$/i;

export const isProjectFile = ({ name }: Pick<File, 'name'>): boolean => /\.benshi\.json$/i.test(name);

/** Whether a file is meant as a script, as subtitles or as a project, by what can be said without reading it. */
function isScriptFile({ name, type }: Pick<File, 'name' | 'type'>): boolean {
  return isProjectFile({ name }) || scriptNames.test(name) || type === 'text/plain' || type === 'text/vtt';
}

export type Dropped = DroppedFiles & { readonly folders: number };

interface DropChoice {
  readonly file?: File;
  readonly script?: File;
  readonly subtitles?: File;
  readonly note?: string;
}

export interface BesideVideo {
  readonly handle?: Promise<FileSystemFileHandle | undefined> | undefined;
  readonly subtitles?: File | undefined;
  readonly replaces?: boolean | undefined;
}

/** Reads what a transfer holds. To be called within the event: afterwards the browser gives nothing. */
export function readTransfer(transfer: DataTransfer): Dropped {
  const items = [...transfer.items].filter(item => item.kind === 'file');
  const isFolder = (item: DataTransferItem) => item.webkitGetAsEntry()?.isDirectory === true;
  const handles = new Map<File, Promise<FileSystemFileHandle | undefined>>();
  for (const item of items) {
    const file = isFolder(item) ? null : item.getAsFile();
    if (file) handles.set(file, readDroppedHandle(item));
  }
  return { files: [...handles.keys()], handles, folders: items.filter(isFolder).length };
}

/** The first video, or the first file where none is one by its type: then a message says why it cannot be used. */
export function chooseDropped({ files: all, folders }: Pick<Dropped, 'files' | 'folders'>): DropChoice {
  const own = all.filter(file => !isSystemFile(file));
  const files = own.length > 0 ? own : all;
  const script = files.find(isScriptFile);
  if (!script) return chooseVideo({ files, folders });
  const rest = files.filter(file => file !== script);
  const video = rest.length > 0 || folders > 0 ? chooseVideo({ files: rest, folders }) : {};
  return { ...video, [video.file && /\.(?:srt|vtt)$/i.test(script.name) ? 'subtitles' : 'script']: script };
}

function chooseVideo({ files, folders }: Pick<Dropped, 'files' | 'folders'>): DropChoice {
  const file = files.find(({ type }) => type.startsWith('video/')) ?? files[0];
  return file
    ? { file }
    : { note: t(folders > 0 ? studioMessages.droppedFolder : studioMessages.droppedText) };
}

/** What opens a dropped file on the next visit. Ask within the drop event. @returns undefined where the browser gives none */
async function readDroppedHandle(
  item: DataTransferItem & { getAsFileSystemHandle?(): Promise<FileSystemHandle | null> },
): Promise<FileSystemFileHandle | undefined> {
  // Only Chromium has it.
  const handle = await item.getAsFileSystemHandle?.().catch(() => null);
  return handle instanceof FileSystemFileHandle ? handle : undefined;
}

/**
 * Takes files that are let go anywhere. @param take called within the event, or the browser leaves the page
 * @returns whether files are held over it
 */
export function usePageDrop(take: (dropped: Dropped) => void): boolean {
  const [isOver, setOver] = useState(false);
  const drop = useEffectEvent(take);
  useEffect(() => {
    // Entering a child counts before the parent is left.
    let depth = 0;
    const move = (by: 1 | -1) => (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      depth = Math.max(0, depth + by);
      setOver(depth > 0);
    };
    const listeners = {
      dragenter: move(1),
      dragleave: move(-1),
      // Says that it may be let go here.
      dragover: (event: DragEvent) => {
        if (isForPage(event)) event.preventDefault();
      },
      drop: (event: DragEvent) => {
        depth = 0;
        setOver(false);
        // What is kept for the page comes by the field (src/web/app/early-input.ts).
        if (event.defaultPrevented || !isForPage(event) || !event.dataTransfer) return;
        event.preventDefault();
        drop(readTransfer(event.dataTransfer));
      },
    };
    const stop = new AbortController();
    for (const name of Object.keys(listeners) as (keyof typeof listeners)[])
      window.addEventListener(name, listeners[name], stop);
    return () => stop.abort();
  }, []);
  return isOver;
}

const holdsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

function isForPage(event: DragEvent): boolean {
  const isField = event.target instanceof Element && event.target.closest('input, textarea') !== null;
  return holdsFiles(event) || !isField;
}
