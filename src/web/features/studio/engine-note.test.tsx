import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { Speaker } from '../voice-samples/speakers.ts';
import { EngineNote } from './engine-note.tsx';

const well = { isSubstitute: false, isImpaired: false, canExpand: true };
const offline = { ...well, name: 'the offline engine', isOffline: true };
const parrot = { ...well, name: 'Parrot', isOffline: false };
const macaw = { ...well, name: 'our own AI server', isOffline: false };
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
  // The line with its disclosure, then the other paragraphs.
  const parts = page.matchAll(/<p>(.*?)<\/p>|<div class="[^"]*look[^"]*">(.*?)<\/div>/gu);
  return [...parts].map(([, text, look = '']) => (text ?? look).replaceAll(/<[^>]*>/gu, ''));
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

  test('says what the offline engine can do and what it cannot, and that a provider can be connected', () => {
    const engines = { vision: offline, script: offline, speech: offline };
    const voice = { ...speaker, ...offline };
    const [look, speaks, ...more] = read({ engines, speaker: voice });
    expect(look).toBe(
      'Offline engine in use. It does not follow your prompt. What is this?This server looks and writes by itself, without an AI provider. It recognises 80 kinds of things, reads print in Latin letters, and measures light, colour and movement. It writes about these, whatever the prompt is. For a narration that follows your prompt, whoever runs this server can connect an AI provider or an AI server of their own.',
    );
    expect(speaks).toBe('An offline voice speaks.');
    expect(more).toEqual([]);
  });

  test('says who writes from what is seen offline, and nothing against the prompt, which that one follows', () => {
    const engines = { vision: offline, script: parrot, speech: parrot };
    const [look, work] = read({ engines });
    expect(look).toBe(
      'The offline engine looks at the pictures. What is this?It recognises 80 kinds of things, reads print in Latin letters, and measures light, colour and movement. To have more seen, whoever runs this server can connect an AI provider or an AI server of their own.',
    );
    expect(work).toBe('Parrot writes; Parrot speaks. Check what is written before you use it.');
  });

  test('claims nothing that the offline engine cannot do at the moment, says what is amiss, and still advises to connect a provider', () => {
    const note = 'No things are recognised. centernet.bin is damaged.';
    const engines = { vision: { ...offline, isImpaired: true, note }, script: offline, speech: offline };
    const lines = read({ engines });
    expect(lines[0]).toBe(
      'Offline engine in use. It does not follow your prompt. At the moment it sees less than it could. What is this?This server looks and writes by itself, without an AI provider. It measures light, colour and movement. It writes about these, whatever the prompt is. For a narration that follows your prompt, whoever runs this server can connect an AI provider or an AI server of their own.',
    );
    expect(lines.at(-1)).toBe(note);
  });

  test('says why a provider that is set up does not do it, each reason once, and does not advise to connect one', () => {
    const note = 'The AI server has no model.';
    const unable = { ...offline, isSubstitute: true, note };
    const speech = { ...offline, isSubstitute: true, note: 'It has no voice.' };
    const lines = read({ engines: { vision: unable, script: unable, speech } });
    expect(lines.slice(2)).toEqual([note, 'It has no voice.']);
    expect(lines[0]).not.toContain('can connect');
    const premium = read({ engines: { vision: parrot, script: parrot, speech }, voice: 'Rachel' });
    expect(premium).toHaveLength(1);
  });

  test('says which voice of its own a provider speaks with, in the language that is chosen', () => {
    const ownVoices = [
      { languages: ['English' as const], names: { nova: 'marin' } },
      { languages: ['French' as const], names: { nova: 'ff_siwis' } },
    ];
    const reported = { speaker: { ...speaker, ownVoices }, voice: 'nova' as const };
    expect(read(reported)[0]).toContain('; Parrot speaks with its voice marin.');
    expect(read({ ...reported, language: 'French' })[0]).toContain('; Parrot speaks with its voice Siwis.');
    expect(read({ ...reported, language: 'German' })[0]).toContain('; Parrot speaks.');
    expect(read({ ...reported, voice: 'alloy' })[0]).toContain('; Parrot speaks.');
  });

  test('says in whose place somebody speaks', () => {
    const standIn = { ...speaker, isStandIn: true };
    expect(read({ speaker: standIn, voice: 'Rachel' })[0]).toContain('Parrot speaks in place of Rachel.');
  });
});
