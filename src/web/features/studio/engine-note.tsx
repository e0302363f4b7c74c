import type { ConfigAnswer } from '#shared/api/config.ts';
import type { LanguageName } from '#shared/languages.ts';
import { Notice } from '../../components/notice.tsx';

/** Says who looks, writes and speaks, and what the offline engine cannot do. */
export function EngineNote({ engines }: { engines: ConfigAnswer['engines'] }) {
  const { vision, script, speech } = engines;
  if (vision.isOffline || script.isOffline)
    return (
      <Notice tone="plain">
        <p>
          <strong>Offline engine in use.</strong> It describes light, colour and movement only: it recognises
          no people or things, and it does not follow what your wish asks for. Connect an AI provider for a
          narration of the content.
        </p>
      </Notice>
    );
  const names = new Set([vision.name, script.name]);
  return (
    <Notice tone="plain">
      <p>
        {[...names].join(' and ')} {names.size === 1 ? 'looks at the pictures and writes' : 'look and write'};{' '}
        {speech.isOffline ? 'an offline voice speaks' : `${speech.name} speaks`}. Check what is written before
        you use it.
      </p>
    </Notice>
  );
}

interface BorrowedVoiceProps {
  readonly config: ConfigAnswer;
  readonly language: LanguageName | undefined;
}

/** Says whose voice speaks a language that has none of its own. */
export function BorrowedVoice({ config, language }: BorrowedVoiceProps) {
  const borrowed = config.borrowedVoices.find(voice => voice.language === language);
  if (!borrowed) return null;
  return (
    <Notice tone="plain">
      {borrowed.language} has no voice of its own here. It is spoken with the voice for {borrowed.spokenAs}.
    </Notice>
  );
}
