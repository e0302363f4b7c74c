import { describe, expect, test } from 'vitest';
import { languages } from '../languages.ts';
import { createProject } from '../narration/project.ts';
import { toTranscript } from '../transcript/to-transcript.ts';
import { type PublishedPage, placePublished, writePage } from './write-page.ts';

const files = { video: 'video.mp4', voice: 'description.mp3', report: 'report.html' };
const evil = '</script><script>alert("1")</script> & <!--';
const line = { text: evil, atSeconds: 2, fromSeconds: 0, seconds: 1 };

function write(changes: Partial<PublishedPage> = {}): string {
  const { transcript, speakers } = toTranscript(
    { language: 'Hebrew', segments: [{ startSeconds: 1, endSeconds: 2, text: 'שלום', speaker: '<b>' }] },
    { kind: 'subtitles', provider: 'said.srt' },
  );
  const project = { ...createProject(evil), transcript, cast: speakers };
  return writePage({
    project,
    isDescription: true,
    language: 'English',
    lines: [line],
    files,
    duckDb: 12,
    ...changes,
  });
}

const countOf = (html: string, part: string) => html.split(part).length - 1;

describe('the published page', () => {
  test('shows texts as they are: none becomes an element or ends the script', () => {
    const html = write({
      marks: { software: 'Benshi', sentence: evil, digitalSourceType: undefined, madeAt: '' },
    });
    expect(html).not.toContain('alert("1")');
    expect(html).not.toContain('<!--');
    // The data, what is known for machines, and the player.
    expect(countOf(html, '<script')).toBe(3);
    expect(countOf(html, '</script>')).toBe(3);
    expect(html).toContain('<bdi>&lt;b&gt;</bdi>');
  });

  test('has any name of a video, also half of a character', () => {
    const html = write({ files: { ...files, video: 'a\uD83D b&".mp4', report: '\uDE00.html' } });
    expect(html).toContain('src="a%EF%BF%BD%20b%26%22.mp4"');
    expect(html).toContain('href="%EF%BF%BD.html"');
  });

  test('says for each text its language and direction', () => {
    const html = write();
    expect(html).toContain('<span lang="he" dir="rtl">שלום</span>');
    expect(html).toContain('<html lang="en">');
    const rightToLeft = languages.filter(({ name, code }) =>
      write({ language: name, project: createProject('') }).includes(`lang="${code}" dir="rtl"`),
    );
    expect(rightToLeft.map(({ name }) => name)).toEqual(['Arabic', 'Hebrew', 'Persian', 'Urdu']);
  });

  test('lists the lines of three hours beside what is said, in order of time', () => {
    const lines = Array.from({ length: 2000 }, (_, at) => ({
      ...line,
      text: `Line ${at}.`,
      atSeconds: at * 5.4,
    }));
    const times = [...write({ lines }).matchAll(/data-at="([\d.]+)"/gu)].map(([, time]) => Number(time));
    expect(times).toHaveLength(2001);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
  });

  test('allows no connection but to its own folder', () => {
    const html = write();
    expect(html).toContain("default-src 'none'");
    expect([...html.matchAll(/(?:src|href)="([^"]+)"/gu)].map(([, to]) => to?.replace(/#.*/u, ''))).toEqual([
      'data:,',
      'video.mp4',
      'video.mp4',
      'video.mp4',
      'video.mp4',
      'description.mp3',
      'report.html',
    ]);
    expect(html.match(/https?:\/\//gu)).toBeNull();
  });

  test('has no player that needs what only the program has', () => {
    const script = /<script>(.*)<\/script>/su.exec(write())?.[1] ?? '';
    expect(() => new Function(script)).not.toThrow();
  });
});

describe('a line of the page', () => {
  const pauses = [
    { atSeconds: 5, seconds: 2 },
    { atSeconds: 10, seconds: 3 },
  ];
  test.each([
    ['before a pause has room', { startSeconds: 1, seconds: 3 }, { atSeconds: 1 }],
    [
      'into a pause makes the video wait there',
      { startSeconds: 4, seconds: 3 },
      { atSeconds: 4, waitsAtSeconds: 5 },
    ],
    [
      'that begins in a pause begins where the video waits',
      { startSeconds: 6, seconds: 1 },
      { atSeconds: 5, waitsAtSeconds: 5 },
    ],
    ['after a pause begins earlier in the video', { startSeconds: 8, seconds: 1 }, { atSeconds: 6 }],
    ['in the second pause', { startSeconds: 12.5, seconds: 2 }, { atSeconds: 10, waitsAtSeconds: 10 }],
  ])('%s', (_, spoken, placed) => {
    expect(placePublished(spoken, pauses)).toEqual(placed);
  });
});
