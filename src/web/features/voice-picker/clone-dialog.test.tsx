import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { EngineOfVoices } from '#shared/api/voices.ts';
import { cloneMessages } from '#shared/messages/clone-voice.ts';
import { t } from '#shared/messages/message.ts';
import { CloneDialog } from './clone-dialog.tsx';

const offline: EngineOfVoices = {
  id: 'offline',
  name: 'offline',
  isOffline: true,
  hasPremiumVoices: false,
  differentVoices: 1,
  unsharedVoices: 1,
  ownVoices: [],
  languages: [],
  borrowedVoices: [],
};

function show(cloner: EngineOfVoices): string {
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <CloneDialog cloner={cloner} onAdded={() => {}} onClose={() => {}} />
    </QueryClientProvider>,
  );
}

test('the consent names who gets the recordings, and is not given beforehand', () => {
  const shown = show({ ...offline, id: 'cloner', name: 'Voice House', canClone: true }).replace(
    /&#x27;/gu,
    "'",
  );
  const provider = 'Voice House';
  for (const text of [cloneMessages.consent, cloneMessages.how])
    expect(shown).toContain(t(text, { provider }));
  expect(shown).toMatch(/<input[^>]*type="checkbox"[^>]*>/u);
  expect(shown).not.toMatch(/<input[^>]*checked/u);
});
