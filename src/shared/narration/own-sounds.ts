// A file of its own: it is no part of the page's first load.

/** Identifies a music file of a person's own. */
export function getMusicKey(musicId: string): string {
  return `music ${musicId}`;
}

/** Whether a sound is a person's own: nobody can make it again. */
export function isOwnSoundKey(key: string): boolean {
  return key.startsWith('recording ') || key.startsWith('music ');
}
