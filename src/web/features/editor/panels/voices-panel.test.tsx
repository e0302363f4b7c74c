import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { castMessages as messages } from '#shared/messages/cast.ts';
import { t } from '#shared/messages/message.ts';
import type { CastMember } from '#shared/narration/project.ts';
import { createTestEditor } from '../../../../../tests/support/test-editor.ts';
import { EditorProvider } from '../model/use-editor.tsx';
import { Role } from './voices-panel.tsx';

const show = (...cast: readonly CastMember[]) =>
  renderToStaticMarkup(
    <EditorProvider editor={createTestEditor()}>
      <Role cast={cast} index={0} count={2} isDescribed onLeave={() => {}} />
    </EditorProvider>,
  );
const nobody = { id: 'one', name: '', look: '' };
const ada = { id: 'two', name: 'Ada', look: 'a woman in a red coat', isConfirmed: true };

test('somebody without a name or looks cannot be confirmed', () => {
  expect(show(nobody)).toContain(t(messages.person, { number: 1 }));
  expect(show(nobody)).toMatch(/<input[^>]*type="checkbox"[^>]*disabled/u);
  expect(show(ada)).not.toContain('disabled');
});

test('it is said when the video gives a confirmed name', () => {
  expect(show({ ...ada, namedMs: 12_000 })).toContain(t(messages.namedAt, { time: '0:12' }));
  expect(show(ada)).toContain(t(messages.neverNamed));
  expect(show({ ...ada, isConfirmed: undefined })).not.toContain(t(messages.neverNamed));
});

test('two can be one person, and each field has its label', () => {
  expect(show(ada)).not.toContain(t(messages.samePerson));
  const shown = show(nobody, ada);
  expect(shown).toContain('Ada, a woman in a red coat</option>');
  for (const [, id] of shown.matchAll(/<(?:input type="text"|select)[^>]* id="([^"]+)"/gu))
    expect(shown).toContain(`for="${id}"`);
});
