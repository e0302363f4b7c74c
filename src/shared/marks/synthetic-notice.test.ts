import { describe, expect, test } from 'vitest';
import { languages } from '../languages.ts';
import { apply } from '../narration/commands.ts';
import {
  createLine,
  createNarration,
  createProject,
  joinText,
  type NarrationStyle,
} from '../narration/project.ts';
import { collectProvenance } from './provenance.ts';
import { addSyntheticNotice, getSyntheticNotice } from './synthetic-notice.ts';

describe('the sentence', () => {
  const scripts: Readonly<Record<string, string>> = { Hans: 'Hani', Kore: 'Hang', Jpan: 'Hira' };

  test.each(languages)('is there in $name, in its letters', ({ name, code }) => {
    const sentence = getSyntheticNotice(name);
    const { script = '' } = new Intl.Locale(code).maximize();
    const wanted = new RegExp(`\\p{Script=${scripts[script] ?? script}}`, 'u');
    const others = code === 'ja' ? /[\p{Script=Kana}\p{Script=Han}ー]/u : /$^/u;
    const letters = [...sentence].filter(letter => /\p{L}/u.test(letter));
    expect(letters.length).toBeGreaterThan(9);
    expect(letters.filter(letter => !wanted.test(letter) && !others.test(letter))).toEqual([]);
    expect(sentence).toMatch(code === 'th' ? /์$/u : /[.。।։۔]$/u);
  });

  test('is another one in every language', () => {
    expect(new Set(languages.map(({ name }) => getSyntheticNotice(name))).size).toBe(languages.length);
  });
});

const sentence = getSyntheticNotice('English');
const request = { language: 'English', seconds: 3, durationSeconds: 60, spoken: [] } as const;

function add(style: NarrationStyle, starts: readonly number[], changes: object) {
  const lines = starts.map(start =>
    createLine({ startMs: style === 'continuous' ? null : start * 1000, text: `Line at ${start}.` }),
  );
  const narration = createNarration({ style, lines });
  const spoken = starts.map(startSeconds => ({ startSeconds, endSeconds: startSeconds + 5 }));
  const command = addSyntheticNotice(narration, { ...request, place: 'first', spoken, ...changes });
  const project = { ...createProject(), narrations: [narration] };
  const changed = (command ? apply(project, command) : project).narrations[0] ?? narration;
  return { command, changed, at: changed.lines.find(({ text }) => text === sentence)?.startMs };
}

describe('a narration gets it', () => {
  test('as the first or the last row of a continuous script, and only once', () => {
    const { changed } = add('continuous', [0, 10], {});
    expect(joinText(changed.lines)).toBe(`${sentence}\nLine at 0.\nLine at 10.`);
    const last = add('continuous', [0], { place: 'last' }).changed;
    expect(joinText(last.lines)).toBe(`Line at 0.\n${sentence}`);
    expect(addSyntheticNotice(last, { ...request, place: 'first' })).toBeUndefined();
  });

  test('at the first or last time that is free', () => {
    expect(add('timed', [4, 20], {}).at).toBe(0);
    expect(add('timed', [2, 20], {}).at).toBe(7300);
    expect(add('timed', [2, 20], { place: 'last' }).at).toBe(25_300);
    expect(add('timed', [0, 55], { place: 'last' }).at).toBe(5300);
  });

  test('in a gap of the speech if it is a description, else where nothing is described', () => {
    const gaps = [
      { startSeconds: 10, endSeconds: 20 },
      { startSeconds: 40, endSeconds: 44 },
    ];
    expect(add('description-standard', [12], { gaps }).at).toBe(17_000);
    expect(add('description-standard', [12], { gaps, place: 'last' }).at).toBe(40_300);
    expect(add('description-extended', [12], { gaps: [] }).at).toBe(0);
  });

  test('not at all where no time is free', () => {
    expect(add('timed', [0, 5], { durationSeconds: 11 }).command).toBeUndefined();
  });

  test('and its text stays by who wrote the rest', () => {
    const { changed } = add('continuous', [0], {});
    const writer = { provider: 'Google' };
    expect(collectProvenance({ ...changed, writer }, []).text).toBe('ai');
  });
});
