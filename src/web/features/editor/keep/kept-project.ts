import type { OtherText } from '#shared/narration/merge-changes.ts';
import type { Project } from '#shared/narration/project.ts';
import { type EditorState, emptyForm, type Form, type JobKind, type Sound } from '../model/editor-state.ts';

export interface KeptProject {
  readonly id: string;
  /** Whose it is: see `EditorParts`. */
  readonly owner: string;
  readonly project: Project;
  readonly narrationId?: string | undefined;
  readonly form: Form;
  readonly otherTexts: readonly OtherText[];
  /** Work that was going on, and in which tab. */
  readonly running?: { readonly kind: JobKind; readonly tabId: string } | undefined;
  /** When it was changed or opened last, by the browser's clock, in milliseconds since 1970. */
  readonly usedAtMs: number;
}

/** A project as the account had it when this browser last heard of it. */
export interface AccountBase {
  readonly document: Project | undefined;
  readonly revision: number;
  /** Of the revision; undefined as an older page kept it. */
  readonly epoch?: string | undefined;
  /** Was sent with this revision as its base, and no answer came yet: it may be what is stored. */
  readonly sent?: Project | undefined;
  readonly hasThumbnail: boolean;
  /** The account has it no more: it stays in this browser only, unless it is made anew there or changed here. */
  readonly isGone?: boolean | undefined;
}

/** A sound as this browser keeps it: nothing is spoken twice, whatever project it is in. */
export interface KeptSound extends Sound {
  readonly owner: string;
  readonly keptAtMs: number;
}

/** What tells a video file from another without reading it. */
export interface VideoIdentity {
  readonly name: string;
  readonly sizeBytes: number;
  readonly lastModifiedMs: number;
}

/** The ways back to the video of a project. */
export interface KeptVideo {
  readonly identity: VideoIdentity;
  readonly type: string;
  /** A file that the browser can open again, where it has such a thing and the person allows it. */
  readonly handle?: FileSystemFileHandle | undefined;
  readonly copyName?: string | undefined;
}

export function identifyVideo({ name, size, lastModified }: File): VideoIdentity {
  return { name, sizeBytes: size, lastModifiedMs: lastModified };
}

/** A page on which nothing was done yet is not kept. */
export function isUntouched({ project, form }: Pick<EditorState, 'project' | 'form'>): boolean {
  if (project.narrations.length > 0 || project.video) return false;
  const { prompt, language, voice, style } = form;
  const isChosen = voice !== undefined || language !== emptyForm.language || style !== emptyForm.style;
  return prompt === '' && !isChosen;
}
