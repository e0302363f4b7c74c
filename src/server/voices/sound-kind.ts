export interface SoundKind {
  readonly extension: string;
  readonly mediaType: string;
}

/** Starts of files, a byte a character. An mp3 begins with a tag or a frame of layer III. */
const kinds: readonly (readonly [start: RegExp, kind: SoundKind])[] = [
  [/^(?:ID3|\xff[\xe2\xe3\xf2\xf3\xfa\xfb])/u, { extension: 'mp3', mediaType: 'audio/mpeg' }],
  [/^RIFF.{4}WAVE/su, { extension: 'wav', mediaType: 'audio/wav' }],
  [/^fLaC/u, { extension: 'flac', mediaType: 'audio/flac' }],
  [/^OggS/u, { extension: 'ogg', mediaType: 'audio/ogg' }],
  [/^.{4}ftyp/su, { extension: 'm4a', mediaType: 'audio/mp4' }],
  [/^.E\xdf\xa3/su, { extension: 'webm', mediaType: 'audio/webm' }],
];

/** What a sound file is by its first bytes; undefined for anything else. */
export function findSoundKind(bytes: Uint8Array): SoundKind | undefined {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  return kinds.find(([pattern]) => pattern.test(start))?.[1];
}
