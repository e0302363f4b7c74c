import { expect, test } from 'vitest';
import { t } from '#shared/messages/message.ts';
import { videoMessages } from '#shared/messages/video.ts';
import { joinBytes, makeBox, number32 } from './iso-boxes.ts';
import { requirePlainEdits } from './open-video.ts';

const scale = 1000;
const word = (text: string) => new TextEncoder().encode(text);
/** A header of version 0: dates, ticks a second, length. */
const header = (kind: string, seconds: number) =>
  makeBox(kind, new Uint8Array(12), number32(scale), number32(seconds * scale));

/** A track of 18 seconds. Edits have a duration, a start in the coded media (-1: empty), and a rate: `4@12×2`. */
function makeTrack(handler: string, edits: string): Uint8Array {
  const entries = edits.split(' ').map(edit => {
    const [seconds = 0, from = 0, rate = 1] = edit.split(/[@×]/u).map(Number);
    return joinBytes([seconds * scale, from < 0 ? -1 : from * scale, rate * 2 ** 16].map(number32));
  });
  const list = makeBox('elst', new Uint8Array(4), number32(entries.length), ...entries);
  const kind = makeBox('hdlr', new Uint8Array(8), word(handler), new Uint8Array(12));
  return makeBox('trak', makeBox('edts', list), makeBox('mdia', header('mdhd', 18), kind));
}

const read = (edits: string, handler = 'vide') =>
  requirePlainEdits(joinBytes([header('mvhd', 18), makeTrack(handler, edits)]));

test.each([
  ['all of it', '18@0'],
  ['a late start', '2@-1 18@0'],
  ['what a phone or a lossless cutter cuts off at the start', '14.5@3.5'],
  ['the last pictures left out', '17.8@0'],
  ['a length of 0, up to the end', '0@0'],
  ['two edits without a cut between them', '4@0 14@4'],
  ['nothing after the end', '18@0 2@-1'],
  ['no rate', '18@0×0'],
])('an edit list with %s is accepted', async (_, edits) => {
  await expect(read(edits)).resolves.toBeUndefined();
});

test.each([
  ['a cut in the middle', '4@0 4@12', 'vide'],
  ['the end left out', '8@4', 'vide'],
  ['two speeds', '4@0 4@4×2', 'vide'],
  ['another speed throughout', '9@0×2', 'vide'],
  ['a paused picture', '4@0 2@4×0 4@4', 'vide'],
  ['a gap', '4@0 1@-1 4@12', 'vide'],
  ['a cut in the sound', '4@0 4@12', 'soun'],
])('an edit list with %s is refused with advice', async (_, edits, handler) => {
  await expect(read(edits, handler)).rejects.toMatchObject({
    code: 'invalid_video',
    message: t(videoMessages.editList),
  });
});

test('edits of subtitles and timecodes are ignored, as is a truncated list', async () => {
  await expect(read('4@0 4@12', 'tmcd')).resolves.toBeUndefined();
  const track = makeTrack('vide', '18@0');
  await expect(
    requirePlainEdits(joinBytes([header('mvhd', 18), track.subarray(0, 30)])),
  ).resolves.toBeUndefined();
});
