import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { Speaker } from '../voice-samples/speakers.ts';
import { EngineNote } from './engine-note.tsx';

const offline = { name: 'offline', isOffline: true };
const parrot = { name: 'Parrot', isOffline: false };
const macaw = { name: 'our own AI server', isOffline: false };
const speaker: Speaker = {
  ...parrot,
  id: 'parrot',
  isStandIn: false,
  hasPremiumVoices: true,
  differentVoices: 41,
  unsharedVoices: 41,
  ownVoices: [],
  languages: [],
  borrowedVoices: [],
};

function read(props: Partial<Parameters<typeof EngineNote>[0]>): string[] {
  const engines = { vision: parrot, script: parrot, speech: parrot };
  const page = renderToStaticMarkup(
    <EngineNote engines={engines} speaker={speaker} voice={undefined} language="English" {...props} />,
  );
  return [...page.matchAll(/<p>(.*?)<\/p>/gu)].map(([, text = '']) => text.replaceAll(/<[^>]*>/gu, ''));
}

describe('the note beside the button', () => {
  test('names everybody for what they do', () => {
    expect(read({})).toEqual([
      'Parrot looks at the pictures and writes; Parrot speaks. Check what is written before you use it.',
    ]);
    expect(read({ engines: { vision: macaw, script: parrot, speech: parrot } })).toEqual([
      'Our own AI server looks at the pictures; Parrot writes; Parrot speaks. Check what is written before you use it.',
    ]);
  });

  test('says what the offline engine cannot do, and that a provider can be connected', () => {
    const engines = { vision: offline, script: offline, speech: offline };
    const voice = { ...speaker, ...offline };
    const [look, speaks, ...more] = read({ engines, speaker: voice });
    expect(look).toMatch(/^Offline engine in use\. .* it does not follow what your wish asks for\./);
    expect(look).toMatch(/can connect an AI provider or an AI server of their own\.$/);
    expect(speaks).toBe('An offline voice speaks.');
    expect(more).toEqual([]);
  });

  test('says who writes from what is measured offline', () => {
    const engines = { vision: offline, script: parrot, speech: parrot };
    const [look, work] = read({ engines });
    expect(look).toMatch(/^The offline engine looks at the pictures\. .* no people or things\./);
    expect(work).toBe('Parrot writes; Parrot speaks. Check what is written before you use it.');
  });

  test('says why a provider that is set up does not do it, each reason once, and does not advise to connect one', () => {
    const note = 'The AI server has no model.';
    const unable = { ...offline, note };
    const speech = { ...offline, note: 'It has no voice.' };
    const lines = read({ engines: { vision: unable, script: unable, speech } });
    expect(lines.slice(2)).toEqual([note, 'It has no voice.']);
    expect(lines[0]).not.toContain('connect');
    const premium = read({ engines: { vision: parrot, script: parrot, speech }, voice: 'Rachel' });
    expect(premium).toHaveLength(1);
  });

  test('says which voice of its own a provider speaks with, in the language that is chosen', () => {
    const ownVoices = [
      { languages: ['English' as const], names: { nova: 'marin' } },
      { languages: ['French' as const], names: { nova: 'siwis' } },
    ];
    const told = { speaker: { ...speaker, ownVoices }, voice: 'nova' as const };
    expect(read(told)[0]).toContain('; Parrot speaks with its voice marin.');
    expect(read({ ...told, language: 'French' })[0]).toContain('; Parrot speaks with its voice siwis.');
    expect(read({ ...told, language: 'German' })[0]).toContain('; Parrot speaks.');
    expect(read({ ...told, voice: 'alloy' })[0]).toContain('; Parrot speaks.');
  });

  test('says in whose place somebody speaks', () => {
    const standIn = { ...speaker, isStandIn: true };
    expect(read({ speaker: standIn, voice: 'Rachel' })[0]).toContain('Parrot speaks in place of Rachel.');
  });
});
