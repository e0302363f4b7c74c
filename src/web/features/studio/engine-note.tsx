import type { ConfigAnswer } from '#shared/api/config.ts';
import type { Voice } from '#shared/voices.ts';
import { Notice } from '../../components/notice.tsx';
import { startSentence } from '../../lib/format.ts';
import type { Speaker } from '../voice-samples/use-speaker.ts';

interface EngineNoteProps {
  readonly engines: ConfigAnswer['engines'];
  /** Who speaks the chosen voice; undefined until the server has said so. */
  readonly speaker: Speaker | undefined;
  readonly voice: Voice | undefined;
}

/** Says who looks, writes and speaks, and what the offline engine cannot do. */
export function EngineNote({ engines: { vision, script }, speaker, voice }: EngineNoteProps) {
  const speaking = speaker && describeSpeaker(speaker, voice);
  if (vision.isOffline || script.isOffline)
    return (
      <Notice tone="plain">
        <p>
          <strong>Offline engine in use.</strong> It describes light, colour and movement only: it recognises
          no people or things, and it does not follow what your wish asks for. Connect an AI provider for a
          narration of the content.
        </p>
        {speaking && <p>{startSentence(speaking)}.</p>}
      </Notice>
    );
  const names = new Set([vision.name, script.name]);
  const looking = `${[...names].join(' and ')} ${names.size === 1 ? 'looks at the pictures and writes' : 'look and write'}`;
  return (
    <Notice tone="plain">
      <p>
        {startSentence([looking, speaking].filter(Boolean).join('; '))}. Check what is written before you use
        it.
      </p>
    </Notice>
  );
}

function describeSpeaker({ name, isOffline, isStandIn }: Speaker, voice: Voice | undefined): string {
  const speaks = isOffline ? 'an offline voice speaks' : `${name} speaks`;
  return isStandIn && voice ? `${speaks} in place of ${voice}` : speaks;
}
