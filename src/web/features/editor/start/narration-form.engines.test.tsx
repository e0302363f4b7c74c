import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import { engineNoteMessages as messages } from '#shared/messages/engine-note.ts';
import { type Message, t } from '#shared/messages/message.ts';
import type { Speaker } from '../../voice-samples/speakers.ts';
import { EngineNote } from './narration-form.tsx';

const well = {
  isSubstitute: false,
  isImpaired: false,
  canExpand: true,
  canRewriteLines: true,
  canTranslate: true,
};
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
    <MemoryRouter>
      <EngineNote
        engines={engines}
        canSetUp={false}
        speaker={speaker}
        voice={undefined}
        language="English"
        {...props}
      />
    </MemoryRouter>,
  );
  return [...page.matchAll(/<(?:p|li)>(.*?)<\/(?:p|li)>/gu)].map(([, text = '']) =>
    text.replaceAll(/<[^>]*>/gu, '').trim(),
  );
}

const check = t(messages.check);
const say = (...keys: (keyof typeof messages)[]) => keys.map(key => t(messages[key] as Message)).join(' ');

describe('the note beside the button', () => {
  test('names each provider with what it does', () => {
    const speech = t(messages.speech, { name: 'Parrot' });
    expect(read({})).toEqual([`${t(messages.visionAndScript, { name: 'Parrot' })} ${speech} ${check}`]);
    const several = t(messages.visionThenScript, { vision: macaw.name, script: parrot.name });
    expect(read({ engines: { vision: macaw, script: parrot, speech: parrot } })).toEqual([
      `${several} ${speech} ${check}`,
    ]);
  });

  test('says what is done without an AI, and the ways to more: the set-up page for whoever may use it', () => {
    const engines = { vision: offline, script: offline, speech: offline };
    const voice = { ...speaker, ...offline };
    const look = say('offline', 'recognises', 'ignoresPrompt');
    const others = [look, say('writeYourself'), say('askForAi'), say('offlineSpeech')];
    expect(read({ engines, speaker: voice })).toEqual(others);
    expect(read({ engines, speaker: voice, canSetUp: true })).toEqual(others.with(2, say('connectAi')));
  });

  test('says who writes from what is seen offline, and nothing against the prompt, which that one follows', () => {
    const engines = { vision: offline, script: parrot, speech: parrot };
    expect(read({ engines })).toEqual([
      say('offlineVision', 'recognises'),
      `${t(messages.script, { name: 'Parrot' })} ${t(messages.speech, { name: 'Parrot' })} ${check}`,
    ]);
  });

  test('claims nothing that cannot be done at the moment, and says why', () => {
    const note = 'No things are recognised. centernet.bin is damaged.';
    const engines = { vision: { ...offline, isImpaired: true, note }, script: offline, speech: offline };
    const lines = read({ engines });
    expect(lines[0]).toBe(say('offline', 'impaired', 'ignoresPrompt'));
    expect(lines.at(-1)).toBe(note);
  });

  test('says why a connected provider is not used, each reason once, and leads only whoever can mend it to its settings', () => {
    const note = 'The AI server has no model.';
    const unable = { ...offline, isSubstitute: true, note };
    const speech = { ...offline, isSubstitute: true, note: 'It has no voice.' };
    const engines = { vision: unable, script: unable, speech };
    const lines = read({ engines });
    expect(lines.slice(2)).toEqual([note, 'It has no voice.']);
    expect(lines).not.toContain(say('askForAi'));
    expect(read({ engines, canSetUp: true })).toContain(say('connectAi'));
    const premium = read({ engines: { vision: parrot, script: parrot, speech }, voice: 'Rachel' });
    expect(premium).toHaveLength(1);
  });

  test('names the voice of its own that a provider uses, in the language that is chosen', () => {
    const ownVoices = [
      { languages: ['English' as const], names: { nova: 'marin' } },
      { languages: ['French' as const], names: { nova: 'ff_siwis' } },
    ];
    const reported = { speaker: { ...speaker, ownVoices }, voice: 'nova' as const };
    const named = (ownVoice: string) => t(messages.speechAs, { name: 'Parrot', ownVoice });
    const unnamed = t(messages.speech, { name: 'Parrot' });
    expect(read(reported)[0]).toContain(named('marin'));
    expect(read({ ...reported, language: 'French' })[0]).toContain(named('Siwis'));
    expect(read({ ...reported, language: 'German' })[0]).toContain(unnamed);
    expect(read({ ...reported, voice: 'alloy' })[0]).toContain(unnamed);
    const standIn = { ...reported.speaker, isStandIn: true };
    expect(read({ ...reported, speaker: standIn })[0]).toContain(
      t(messages.speechForAs, { name: 'Parrot', voice: 'nova', ownVoice: 'marin' }),
    );
  });

  test('names the voice that another one replaces', () => {
    const rachel = { voice: 'Rachel' } as const;
    const standIn = { ...speaker, isStandIn: true };
    expect(read({ speaker: standIn, ...rachel })[0]).toContain(
      t(messages.speechFor, { name: 'Parrot', ...rachel }),
    );
    expect(read({ speaker: { ...standIn, isOffline: true }, ...rachel })[0]).toContain(
      t(messages.offlineSpeechFor, rachel),
    );
  });
});
