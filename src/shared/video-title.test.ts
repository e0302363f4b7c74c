import { expect, test } from 'vitest';
import { cleanTitle, findTitle } from './video-title.ts';

test.each([
  ['Holiday in Rome (final v2).mp4', 'Holiday in Rome (final v2)'],
  ['Holiday_in_Rome.mov', 'Holiday in Rome'],
  ['2024-05-01 Grandma bakes bread.mp4', '2024-05-01 Grandma bakes bread'],
  ['mr.bean-goes-to-town.mkv', 'mr bean goes to town'],
  ['Apollo11.webm', 'Apollo11'],
  ['Video of our wedding.mp4', 'Video of our wedding'],
  ['東京の春.mp4', '東京の春'],
  ['海.mp4', '海'],
  ['서울.mp4', '서울'],
  ['رحلة إلى القاهرة.mp4', 'رحلة إلى القاهرة'],
  ['Свадьба 2024.mp4', 'Свадьба 2024'],
  ['/home/anna/private/Rome.mp4', 'Rome'],
  ['C:\\Users\\anna\\Rome.mp4', 'Rome'],
  ['Rome', 'Rome'],
])('%s is called %s', (name, title) => {
  expect(findTitle(name)).toBe(title);
});

test.each([
  'IMG_2034.MOV',
  'IMG_2034 (1).mov',
  'VID-20240101-WA0003.mp4',
  'VID_20240101_120000.mp4',
  'DSC_0012.MOV',
  'DSCF1234.avi',
  'PXL_20240101_120000123.mp4',
  'PXL_20240101_120000123.TS.mp4',
  'GOPR0012.MP4',
  'GX010123.MP4',
  'MVI_1234.mp4',
  'DJI_0042.MP4',
  'PXL_20240101_120000123.MP.jpg',
  'P1000123.MOV',
  '00012.MTS',
  'Screen Recording 2026-01-01 at 10.00.00.mov',
  'Screenrecorder-2026-01-01-10-00-00-123.mp4',
  'Bildschirmaufnahme 2026-01-01 um 10.00.00.mov',
  '画面収録 2026-01-01 10.00.00.mov',
  'WhatsApp Video 2026-01-01 at 10.00.00 PM.mp4',
  'd41d8cd98f00b204e9800998ecf8427e.mp4',
  'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3.webm',
  '3f2504e0-4f89-11d3-9a0c-0305e82c3301.mp4',
  'deadbeef-face-4bad-cafe-feedfacebabe.mp4',
  'dQw4w9WgXcQ.mp4',
  '2026-01-01.mp4',
  '1 January 2026.mp4',
  'video.mp4',
  'untitled (3).mp4',
  'pictures.mkv',
  '🎉.mp4',
  '...',
  '',
])('%s is no title', name => {
  expect(findTitle(name)).toBeUndefined();
});

test('the tags of the file say what its name does not', () => {
  expect(findTitle('IMG_2034.mov', { title: 'Grandma bakes bread', album: 'Family' })).toBe(
    'Grandma bakes bread · Family',
  );
  expect(findTitle('Rome.mp4', { comment: 'The Trevi fountain at night' })).toBe(
    'Rome · The Trevi fountain at night',
  );
});

test('what the name says already is not said twice', () => {
  expect(findTitle('Holiday in Rome.mp4', { title: 'holiday in Rome', album: 'Rome' })).toBe(
    'Holiday in Rome',
  );
});

test.each([
  ['an address', { comment: 'https://example.com/watch?v=dQw4w9WgXcQ' }],
  ['the number of an upload', { comment: 'vid:v09044g40000cabc' }],
  ['a long advertisement', { description: 'Subscribe now! '.repeat(20) }],
  ['a date', { title: '2026-01-01 10:00' }],
])('%s in a tag is no title', (_what, tags) => {
  expect(findTitle('IMG_1.mov', tags)).toBeUndefined();
});

test('a title is one row of at most 200 characters, without what is invisible', () => {
  expect(cleanTitle(' Rome\r\n\u202Eat\u0000 night\t ')).toBe('Rome at night');
  expect(cleanTitle(' \n ')).toBeUndefined();
  expect(Array.from(findTitle(`${'🎬 Rome '.repeat(100)}.mp4`) ?? '')).toHaveLength(200);
  expect(Array.from(findTitle('a.mp4', { title: '字'.repeat(1000) }) ?? '')).toHaveLength(200);
});
