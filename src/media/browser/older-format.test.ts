import { expect, test } from 'vitest';
import { t } from '#shared/messages/message.ts';
import { videoMessages } from '#shared/messages/video.ts';
import { findOlderFormat } from '../container/video-file.ts';
import { openVideoBlob } from './open-video-blob.ts';

const bytesOf = (text: string) => Uint8Array.from(text, sign => sign.charCodeAt(0));
const beginnings = {
  avi: bytesOf('RIFF\x10\x20\x30\x40AVI LIST'),
  flv: bytesOf('FLV\x01\x05\0\0\0\x09'),
  asf: bytesOf('\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9'),
  mpeg: bytesOf('\0\0\x01\xba\x44'),
};

test.each(Object.entries(beginnings))('a file that starts like %s is recognised', (format, bytes) => {
  expect(findOlderFormat(bytes)).toBe(format);
});

test('WAV, MP4, text and an empty file are not older formats', () => {
  for (const text of ['RIFF\x10\x20\x30\x40WAVEfmt ', '\0\0\0\x18ftypisom', 'FLV', ''])
    expect(findOlderFormat(bytesOf(text))).toBeUndefined();
});

test('the error for such a file says what to do', async () => {
  const limits = { maxSeconds: 60 };
  await expect(openVideoBlob(new Blob([beginnings.avi]), limits)).rejects.toMatchObject({
    code: 'invalid_video',
    message: t(videoMessages.avi),
  });
  await expect(openVideoBlob(new Blob(['no video at all']), limits)).rejects.toMatchObject({
    message: t(videoMessages.unreadable),
  });
});
