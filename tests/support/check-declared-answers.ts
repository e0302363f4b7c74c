import { afterAll, beforeAll, expect } from 'vitest';
import { followAnswers } from './declared-answers.ts';

let end: ReturnType<typeof followAnswers>;

// Every answer that a test causes is what the OpenAPI document says, its status included.
beforeAll(() => {
  end = followAnswers();
});
afterAll(() => expect(end()).toEqual([]));
