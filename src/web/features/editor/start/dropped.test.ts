import { expect, test } from 'vitest';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { chooseDropped, isVideoFile, requireVideoFile } from './dropped.ts';

const video = new File(['x'], 'cars.mp4', { type: 'video/mp4' });
const other = new File(['x'], 'boats.mp4', { type: 'video/mp4' });
const subtitles = new File(['x'], 'cars.srt');
const picture = new File(['x'], 'cat.jpg', { type: 'image/jpeg' });

test('one file is taken, whatever it is: what is wrong with it is said where it is looked into', () => {
  expect(chooseDropped({ files: [video], folders: 0 })).toEqual({ file: video });
  expect(chooseDropped({ files: [picture], folders: 0 })).toEqual({ file: picture });
});

test('of several the video is taken', () => {
  expect(chooseDropped({ files: [picture, video], folders: 0 })).toEqual({ file: video });
  expect(chooseDropped({ files: [video], folders: 2 })).toEqual({ file: video });
});

test('subtitles alone are a script, and beside a video what is said in it', () => {
  expect(chooseDropped({ files: [subtitles], folders: 0 })).toEqual({ script: subtitles });
  expect(chooseDropped({ files: [video, subtitles], folders: 0 })).toEqual({
    file: video,
    subtitles,
  });
  const broadcast = new File(['x'], 'cars.XML', { type: 'text/xml' });
  expect(chooseDropped({ files: [broadcast], folders: 0 })).toEqual({ script: broadcast });
  expect(chooseDropped({ files: [broadcast, video], folders: 0 })).toEqual({
    file: video,
    script: broadcast,
  });
  const script = new File(['x'], 'script.txt');
  expect(chooseDropped({ files: [script, video], folders: 0 })).toEqual({ file: video, script });
  const notes = new File(['x'], 'notes', { type: 'text/plain' });
  expect(chooseDropped({ files: [notes, other], folders: 0 }).file).toBe(other);
});

test('what the system keeps beside files is passed over, and named alone it is no video', () => {
  const shadow = new File(['x'], '._cars.mp4', { type: 'video/mp4' });
  const beside = ['.DS_Store', 'Thumbs.db', 'desktop.ini', '._cars.srt'].map(name => new File(['x'], name));
  expect(chooseDropped({ files: [shadow, video, ...beside], folders: 0 })).toEqual({ file: video });
  expect(chooseDropped({ files: [...beside, subtitles], folders: 0 })).toEqual({ script: subtitles });
  expect([shadow, video, ...beside].filter(isVideoFile)).toEqual([video]);
  expect(() => requireVideoFile(shadow, 100)).toThrow(t(studioMessages.notVideo, { name: '._cars.mp4' }));
});

test('a folder and a text are named as what they are', () => {
  expect(chooseDropped({ files: [], folders: 1 })).toEqual({
    note: t(studioMessages.droppedFolder),
  });
  expect(chooseDropped({ files: [], folders: 0 })).toEqual({
    note: t(studioMessages.droppedText),
  });
});
