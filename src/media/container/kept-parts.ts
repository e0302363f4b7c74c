import type { Box } from './iso-boxes.ts';
import type { Node } from './matroska-elements.ts';

export interface Chapter {
  /** In the file's time. */
  readonly startSeconds: number;
  readonly title: string;
}

/** What a narrated video keeps of its original besides picture, sound, and what mediabunny reads of its tags. */
export interface KeptParts {
  /** Outside of its tags. */
  readonly title?: string | undefined;
  readonly createdAt?: Date | undefined;
  readonly chapters: readonly Chapter[];
  /** XMP packet. */
  readonly xmp?: string | undefined;
  /** Of MP4 and MOV. */
  readonly movie?: MovieParts | undefined;
  readonly matroska?: MatroskaParts | undefined;
}

export interface MovieParts {
  /** Contents of boxes `meta` of the movie. */
  readonly metas: readonly Uint8Array[];
  /** In the movie's `udta`. */
  readonly userData: readonly Box[];
}

/** Elements, whole. */
export interface MatroskaParts {
  readonly tags: readonly Node[];
  readonly chapters: readonly Node[];
  readonly attachments: readonly Node[];
}
