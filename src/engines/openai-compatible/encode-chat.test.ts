import { expect, test } from 'vitest';
import { encodeChat, pictureUrlStart } from './chat-request.ts';

const picture = (letters: string) => ({
  type: 'image_url' as const,
  image_url: { url: `${pictureUrlStart}${letters}` },
});

test.each([
  ['nothing but text', ['Sag "ja" \\ 日本語 😀\n']],
  [
    'pictures between texts',
    ['at 0:01 — é', picture('/9j/4AAQ'), 'at 0:02 日', picture('AB=='), picture('')],
  ],
  ['pictures at its end', [picture('/9j/'), picture('/9j/')]],
])('a question with %s is encoded like JSON.stringify', (_, parts) => {
  const content = parts.map(part =>
    typeof part === 'string' ? { type: 'text' as const, text: part } : part,
  );
  const body = {
    model: 'a model',
    messages: [{ role: 'user' as const, content }],
    max_tokens: 5,
    stop: null,
  };
  expect(Buffer.from(encodeChat(body)).toString()).toBe(JSON.stringify(body));
});
