import { expect, test } from 'vitest';
import { t } from '#shared/messages/message.ts';
import { videoOutputMessages } from '#shared/messages/video-output.ts';
import { joinBytes, makeBox, number16, number32 } from './iso-boxes.ts';
import { describeOmittedParts, listOmittedParts } from './list-omitted-parts.ts';
import { elementIds, readMatroskaTitle } from './matroska-elements.ts';

const text = (content: string) => new TextEncoder().encode(content);
const zeros = (length: number) => new Uint8Array(length);
const readFile = (bytes: Uint8Array) => ({
  size: bytes.length,
  read: async (start: number, end: number) => bytes.slice(start, end),
});

/** A track of an MP4: handler, number, and the track with its chapters. */
function makeTrack(handler: string, number: number, chapters?: number): Uint8Array {
  const head = makeBox('tkhd', zeros(12), number32(number));
  const media = makeBox('mdia', makeBox('hdlr', zeros(8), text(handler)));
  const reference = chapters ? [makeBox('tref', makeBox('chap', number32(chapters)))] : [];
  return makeBox('trak', head, ...reference, media);
}

const makeMovie = (...boxes: Uint8Array[]) => joinBytes([makeBox('ftyp'), makeBox('moov', ...boxes)]);

/** A Matroska element with a two-byte size. */
function makeElement(id: keyof typeof elementIds, ...content: Uint8Array[]): Uint8Array {
  const bytes = joinBytes(content);
  const number = number32(elementIds[id]);
  return joinBytes([
    number.slice(number.findIndex(byte => byte > 0)),
    number16(0x4000 + bytes.length),
    bytes,
  ]);
}

const makeMatroska = (...elements: Uint8Array[]) =>
  joinBytes([makeElement('head'), makeElement('segment', ...elements, makeElement('cluster'))]);
const makeTracks = (...types: number[]) =>
  makeElement(
    'tracks',
    ...types.map(type => makeElement('track', makeElement('trackType', Uint8Array.of(type)))),
  );

test.each([
  ['picture and sound', makeMovie(makeTrack('vide', 1), makeTrack('soun', 2)), undefined],
  ['captions', makeMovie(makeTrack('vide', 1), makeTrack('sbtl', 2)), 'captions'],
  ['chapters as a track', makeMovie(makeTrack('vide', 1, 2), makeTrack('text', 2)), 'chapters'],
  ['chapters as a list', makeMovie(makeTrack('vide', 1), makeBox('udta', makeBox('chpl'))), 'chapters'],
  ['timecode', makeMovie(makeTrack('vide', 1), makeTrack('tmcd', 2)), 'timecode'],
  ['two pictures', makeMovie(makeTrack('vide', 1), makeTrack('vide', 2)), 'second video track'],
  ['Matroska', makeMatroska(makeTracks(1, 2)), undefined],
  ['captions in Matroska', makeMatroska(makeTracks(1, 17, 17)), 'captions'],
  [
    'captions and chapters before the pictures of Matroska',
    makeMatroska(makeTracks(1, 17), makeElement('chapters')),
    'captions and chapters',
  ],
  [
    'chapters after the pictures of Matroska',
    makeMatroska(makeElement('seekHead', makeElement('seek', number32(elementIds.chapters)))),
    'chapters',
  ],
  ['another kind of file', text('GIF89a, and more of it'), undefined],
])('a video with %s: the parts that a narrated video loses are reported', async (_what, bytes, words) => {
  const sentence = words && t(videoOutputMessages.omitted, { parts: words });
  expect(describeOmittedParts(await listOmittedParts(readFile(bytes)))).toBe(sentence);
});

test('the title of a Matroska file outside its tags is read', async () => {
  const titled = makeMatroska(makeElement('info', makeElement('title', text('Der Hafen, früh'))));
  expect(await readMatroskaTitle(readFile(titled))).toBe('Der Hafen, früh');
  expect(await readMatroskaTitle(readFile(makeMatroska(makeTracks(1))))).toBeUndefined();
});
