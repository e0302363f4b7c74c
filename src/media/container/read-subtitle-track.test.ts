import { expect, test } from 'vitest';
import { encodeText, makeBox, number32 } from './iso-boxes.ts';
import { chooseSubtitleTrack } from './read-subtitle-track.ts';
import { readMovieRoles, readRoles } from './tracks.ts';

const track = (name: string, more: object = {}) => ({
  name,
  languageCode: 'und',
  isDefault: false,
  ...readRoles(name),
  ...more,
});
const choose = (tracks: ReturnType<typeof track>[], language?: string) =>
  chooseSubtitleTrack(tracks, language)?.name;

test.each([
  'Signs & Songs',
  'English (Forced)',
  'Songs/Signs',
  'Karaoke',
  'Forcés',
  "Director's Commentary",
  'Kommentar des Regisseurs',
  'Audio Description',
  'Audiodeskription',
  '監督による解説',
])('a track named "%s" is not what is said, though it is the first and default', name => {
  expect(choose([track(name, { isDefault: true }), track('Full')])).toBe('Full');
  expect(choose([track(name)])).toBeUndefined();
});

test.each(['English', 'Dialogue, Signs & Songs', 'Full (with songs)', 'Designs', '', 'Deutsch'])(
  'a track named "%s" is what is said',
  name => {
    expect(choose([track(name), track('Other')])).toBe(name);
  },
);

test('the language of the sound comes before the default, and that before subtitles for the deaf', () => {
  const german = track('Deutsch', { languageCode: 'ger', isDefault: true });
  const english = track('English', { languageCode: 'en-GB' });
  const sdh = track('English SDH', { languageCode: 'eng' });
  expect(choose([german, sdh, english], 'eng')).toBe('English');
  expect(choose([german, sdh], 'eng')).toBe('English SDH');
  expect(choose([german, sdh, english], 'jpn')).toBe('Deutsch');
  expect(choose([german, sdh, english])).toBe('Deutsch');
  expect(choose([sdh, english])).toBe('English');
});

const kind = (value: string, scheme = 'urn:mpeg:dash:role:2011') =>
  makeBox('udta', makeBox('kind', number32(0), encodeText(`${scheme}\0${value}\0`)));

test.each([
  [kind('forced-subtitle'), 'isForced'],
  [kind('commentary'), 'isCommentary'],
  [kind('description'), 'isDescription'],
  [kind('main-desc', 'about:html-kind'), 'isDescription'],
  [kind('caption'), 'isForDeaf'],
  [makeBox('udta', makeBox('tagc', encodeText('public.accessibility.describes-video'))), 'isDescription'],
])('the role of an MP4 track is read (%#)', (box, role) => {
  const roles = Object.entries(readMovieRoles(box)).filter(([, isMeant]) => isMeant);
  expect(roles.map(([name]) => name)).toEqual([role]);
});

test('the main role is none of these', () => {
  expect(Object.values(readMovieRoles(kind('main')))).not.toContain(true);
});
