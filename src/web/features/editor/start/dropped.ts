import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import type { DroppedFiles } from '../model/editor-state.ts';
import { isScriptFile, isSubtitleFile } from './script-file.ts';
import { isSystemFile } from './video-file.ts';

/** What was dropped on the page, as far as it is known at once. */
export interface Dropped extends DroppedFiles {
  readonly folders: number;
}

/** Which file is used of what was dropped, or why none is. */
export interface DropChoice {
  readonly file?: File;
  /** A script beside a video or alone, or subtitles alone. */
  readonly script?: File;
  /** Subtitles beside a video: what is said in it. */
  readonly subtitles?: File;
  readonly note?: string;
}

export interface BesideVideo {
  /** With it the browser can open the file again. */
  readonly handle?: Promise<FileSystemFileHandle | undefined> | undefined;
  readonly subtitles?: File | undefined;
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
  return { ...video, [video.file && isSubtitleFile(script) ? 'subtitles' : 'script']: script };
}

function chooseVideo({ files, folders }: Pick<Dropped, 'files' | 'folders'>): DropChoice {
  const file = files.find(({ type }) => type.startsWith('video/')) ?? files[0];
  return file
    ? { file }
    : { note: t(folders > 0 ? studioMessages.droppedFolder : studioMessages.droppedText) };
}

/** What Chromium adds to the standard's items. */
interface ItemWithHandle extends DataTransferItem {
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
}

/**
 * With what the browser can open a dropped file again on the next visit. To be asked for within the drop event.
 * @returns undefined where the browser gives none, as for files from the picker
 */
async function readDroppedHandle(item: ItemWithHandle): Promise<FileSystemFileHandle | undefined> {
  const handle = await item.getAsFileSystemHandle?.().catch(() => null);
  return handle instanceof FileSystemFileHandle ? handle : undefined;
}
