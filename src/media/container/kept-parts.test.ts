import { expect, test } from 'vitest';
import { t } from '#shared/messages/message.ts';
import { videoOutputMessages } from '#shared/messages/video-output.ts';
import { extensionIds, joinBytes, makeBox, number32 } from './iso-boxes.ts';
import { describeOmittedParts, listOmittedParts, readMatroskaParts, readTitleTags } from './kept-parts.ts';
import { elementIds as ids, makeElement } from './matroska-elements.ts';

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

const makeMatroska = (...elements: Uint8Array[]) =>
  joinBytes([makeElement(ids.head), makeElement(ids.segment, ...elements, makeElement(ids.cluster))]);
const makeTracks = (...types: number[]) =>
  makeElement(
    ids.tracks,
    ...types.map(type => makeElement(ids.track, makeElement(ids.trackType, Uint8Array.of(type)))),
  );
const makeAttachment = (type: string) =>
  makeElement(ids.attachments, makeElement(ids.attachment, makeElement(ids.fileType, text(type))));

test.each([
  ['picture and sound', makeMovie(makeTrack('vide', 1), makeTrack('soun', 2)), undefined],
  ['captions', makeMovie(makeTrack('vide', 1), makeTrack('sbtl', 2)), 'captions'],
  ['chapters, which stay', makeMovie(makeTrack('vide', 1, 2), makeTrack('text', 2)), undefined],
  ['timecode', makeMovie(makeTrack('vide', 1), makeTrack('tmcd', 2)), 'timecode'],
  ['two pictures', makeMovie(makeTrack('vide', 1), makeTrack('vide', 2)), 'second video track'],
  [
    'a signature',
    joinBytes([makeMovie(makeTrack('vide', 1)), makeBox('uuid', extensionIds.manifest, zeros(9))]),
    'signed Content Credentials (C2PA)',
  ],
  ['Matroska', makeMatroska(makeTracks(1, 2)), undefined],
  ['captions in Matroska', makeMatroska(makeTracks(1, 17, 17)), 'captions'],
  ['a cover in Matroska, which stays', makeMatroska(makeTracks(1), makeAttachment('image/png')), undefined],
  [
    'a font in Matroska',
    makeMatroska(makeTracks(1), makeAttachment('font/ttf')),
    'attached files, such as fonts',
  ],
  ['another kind of file', text('GIF89a, and more of it'), undefined],
])('a video with %s: the parts that an MP4 of it loses are reported', async (_what, bytes, words) => {
  const sentence = words && t(videoOutputMessages.omitted, { parts: words });
  expect(describeOmittedParts(await listOmittedParts(readFile(bytes), 'mp4'))).toBe(sentence);
});

test('what a video is called is read from its tags, of Matroska without what follows the pictures', async () => {
  const input = { getMetadataTags: async () => ({ title: 'Harbour', album: 'Ports' }) };
  const title = makeElement(ids.info, makeElement(ids.title, text('Der Hafen, früh')));
  const ask = (bytes: Uint8Array, asked = input) => readTitleTags(readFile(bytes), asked);
  expect(await ask(makeMatroska(title, makeTracks(1)))).toEqual({ title: 'Der Hafen, früh' });
  expect(await ask(makeMatroska(makeTracks(1)))).toEqual({});
  expect(await ask(makeMovie(makeTrack('vide', 1)))).toEqual({ title: 'Harbour', album: 'Ports' });
  const damaged = { getMetadataTags: () => Promise.reject(new RangeError('a tag beyond the file')) };
  expect(await ask(makeMovie(makeTrack('vide', 1)), damaged)).toEqual({});
});

test('what stays Matroska keeps its fonts', async () => {
  const bytes = makeMatroska(makeTracks(1), makeAttachment('font/ttf'));
  expect(await listOmittedParts(readFile(bytes), 'mkv')).toEqual([]);
});

test('title, chapters and tags of a Matroska file are read, wherever they stand', async () => {
  const title = makeElement(ids.info, makeElement(ids.title, text('Der Hafen, früh')));
  const chapter = makeElement(
    ids.chapter,
    makeElement(ids.chapterStart, Uint8Array.of(0x3b, 0x9a, 0xca, 0)),
    makeElement(ids.chapterDisplay, makeElement(ids.chapterTitle, text('Kräne'))),
  );
  const chapters = makeElement(ids.chapters, makeElement(ids.edition, chapter));
  const seek = (place: number) =>
    makeElement(
      ids.seekHead,
      makeElement(
        ids.seek,
        makeElement(ids.seekId, number32(ids.chapters)),
        makeElement(ids.seekPosition, number32(place)),
      ),
    );
  const start = [seek(0), title, makeTracks(1), makeElement(ids.cluster)];
  const place = start.reduce((sum, { length }) => sum + length, 0);
  const bytes = joinBytes([
    makeElement(ids.head),
    makeElement(ids.segment, seek(place), ...start.slice(1), chapters),
  ]);
  expect(await readMatroskaParts(readFile(bytes))).toMatchObject({
    title: 'Der Hafen, früh',
    chapters: [{ title: 'Kräne', startSeconds: 1 }],
  });
  expect((await readMatroskaParts(readFile(makeMatroska(makeTracks(1))))).title).toBeUndefined();
});
