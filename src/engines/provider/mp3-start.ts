/** Bytes needed for the check. */
export const mp3StartBytes = 4;

/**
 * Whether bytes start like an mp3: an ID3 tag, or the header of an MPEG audio frame of layer III with a valid bit rate
 * and sampling rate (ISO/IEC 11172-3, 2.4.2.3).
 */
export function startsLikeMp3([first = 0, second = 0, third = 0, fourth]: Uint8Array): boolean {
  if (fourth === undefined) return false;
  if (first === 0x49 && second === 0x44 && third === 0x33) return true;
  const isFrameSync = first === 0xff && (second & 0xe0) === 0xe0;
  const isLayer3 = (second & 0x06) === 0x02;
  const hasBitRate = third >> 4 !== 0x0f;
  const hasSamplingRate = (third & 0x0c) !== 0x0c;
  return isFrameSync && isLayer3 && hasBitRate && hasSamplingRate;
}
