import { describe, expect, test } from 'vitest';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { chooseSpokenLanguage, describeOtherSound, wantsOtherSound } from './describe-spoken.ts';
import { createNarrationState, type NarrationState } from './narration-state.ts';

const audio = new Blob(['sound']);
const spokenByNova: NarrationState = {
  ...createNarrationState({ script: 'Hello.', scriptLanguage: 'English' }),
  phase: 'audio ready',
  audio,
  spoken: {
    script: 'Hello.',
    language: 'English',
    chosenLanguage: 'English',
    voice: 'nova',
    speakerId: undefined,
    audio,
  },
};

describe('another voice or language after the speech', () => {
  test('is named beside what is heard now', () => {
    const inEnglish = { voice: 'nova', language: 'English', newVoice: 'onyx' };
    for (const newLanguage of ['French', 'English'] as const)
      expect(describeOtherSound(spokenByNova, { voice: 'onyx', language: newLanguage })).toBe(
        t(studioMessages.otherSpeech, { ...inEnglish, newLanguage }),
      );
  });

  test('and was changed back says nothing', () => {
    expect(describeOtherSound(spokenByNova, { voice: 'nova', language: 'English' })).toBeUndefined();
    expect(wantsOtherSound(spokenByNova, { voice: 'nova', language: 'English' })).toBe(false);
  });

  test('says nothing while no sound stands there, nor without a voice', () => {
    const edited = { ...spokenByNova, audio: undefined };
    expect(describeOtherSound(edited, { voice: 'onyx', language: 'French' })).toBeUndefined();
    expect(describeOtherSound(spokenByNova, { voice: undefined, language: 'French' })).toBeUndefined();
  });

  test('names no language that nobody knows', () => {
    const own = {
      ...spokenByNova,
      spoken: spokenByNova.spoken && { ...spokenByNova.spoken, language: undefined },
    };
    expect(describeOtherSound(own, { voice: 'onyx', language: 'English' })).toBe(
      t(studioMessages.otherVoice, { voice: 'nova', newVoice: 'onyx' }),
    );
    expect(describeOtherSound(own, { voice: 'onyx', language: 'French' })).toBe(
      t(studioMessages.otherVoiceIn, { voice: 'nova', newVoice: 'onyx', newLanguage: 'French' }),
    );
  });
});

test('a script is spoken in its own language, and in another one only once that was chosen after hearing it', () => {
  const unheard = createNarrationState({ script: 'Hello.', scriptLanguage: 'English' });
  expect(chooseSpokenLanguage(unheard, 'French')).toBe('English');
  expect(chooseSpokenLanguage(spokenByNova, 'English')).toBe('English');
  expect(chooseSpokenLanguage(spokenByNova, 'French')).toBe('French');
});
