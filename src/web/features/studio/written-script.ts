/** A script as its provider wrote it. */
export interface WrittenScript {
  readonly script: string;
  /** What a person should know of it, a sentence. */
  readonly notice?: string | undefined;
  /** When the pictures that it was written from are to be seen, in seconds, where it was to have times. */
  readonly cuePoints?: readonly number[] | undefined;
}
