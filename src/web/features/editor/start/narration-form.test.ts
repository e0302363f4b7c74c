import { describe, expect, test } from 'vitest';
import { maxPromptCharacters } from '#shared/limits.ts';
import { keepOwnPrompt, listPromptExamples, putBackOwnPrompt } from './narration-form.tsx';

const [product, lesson] = listPromptExamples(false).map(({ prompt }) => prompt);

describe('example prompts', () => {
  test('are well within the limit, and others for an audio description', () => {
    const examples = [...listPromptExamples(false), ...listPromptExamples(true)];
    expect(new Set(examples.map(({ prompt }) => prompt)).size).toBe(9);
    for (const { prompt } of examples) expect(prompt.length).toBeLessThan(maxPromptCharacters / 10);
  });

  test('take the place of what was written, which is kept and comes back', () => {
    const own = keepOwnPrompt([], 'For my grandmother.');
    expect(own).toEqual(['For my grandmother.']);
    expect(putBackOwnPrompt(own, product ?? '')).toEqual({ prompt: 'For my grandmother.', own: [] });
  });

  test('are not kept themselves, nor is an empty field', () => {
    expect(keepOwnPrompt(keepOwnPrompt([], product ?? ''), '  ')).toEqual([]);
    expect(putBackOwnPrompt([], lesson ?? '')).toEqual({ prompt: '', own: [] });
  });

  test('that were changed are words of one’s own: pressing again and again shows all of them', () => {
    const changed = `${product} And mention the price.`;
    let state = { prompt: changed, own: keepOwnPrompt(['Mine.'], 'Mine.') };
    const seen = Array.from({ length: 3 }, () => {
      state = putBackOwnPrompt(state.own, state.prompt) as typeof state;
      return state.prompt;
    });
    expect(seen).toEqual(['Mine.', changed, 'Mine.']);
  });
});
