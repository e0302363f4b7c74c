import type { ConfigAnswer } from '#shared/api/config.ts';
import type { LanguageName } from '#shared/languages.ts';
import { getVoicePlan, type Voice } from '#shared/voices.ts';
import { Notice } from '../../components/notice.tsx';
import { startSentence } from '../../lib/format.ts';
import { findOwnVoice, nameSpeaker, type Speaker } from '../voice-samples/speakers.ts';

interface EngineNoteProps {
  readonly engines: ConfigAnswer['engines'];
  /** Who speaks the chosen voice in the chosen language; undefined until the server has said so. */
  readonly speaker: Speaker | undefined;
  readonly voice: Voice | undefined;
  readonly language: LanguageName;
}

/** Says who looks, writes and speaks, what the offline engine cannot do, and why a provider that is set up does not do it. */
export function EngineNote({ engines, speaker, voice, language }: EngineNoteProps) {
  const { vision, script } = engines;
  const speaking = speaker && describeSpeaker(speaker, voice, language);
  const isConnected = vision.note !== undefined || script.note !== undefined;
  return (
    <Notice tone="plain">
      {vision.isOffline && <OfflineLook isWriting={script.isOffline} isConnected={isConnected} />}
      <p>{describeWork(engines, speaking)}</p>
      {listNotes(engines, voice).map(note => (
        <p key={note}>{note}</p>
      ))}
    </Notice>
  );
}

interface OfflineLookProps {
  /** It writes, too. */
  readonly isWriting: boolean;
  /** A provider is set up, which does not do it. */
  readonly isConnected: boolean;
}

function OfflineLook({ isWriting, isConnected }: OfflineLookProps) {
  return (
    <p>
      <strong>{isWriting ? 'Offline engine in use.' : 'The offline engine looks at the pictures.'}</strong> It
      describes light, colour and movement only: it recognises no people or things
      {isWriting && ', and it does not follow what your wish asks for'}.{' '}
      {!isConnected &&
        'For a narration of the content, whoever runs this server can connect an AI provider or an AI server of their own.'}
    </p>
  );
}

/** Who does what; with the offline engine only who speaks, and nothing before that is known. */
function describeWork({ vision, script }: ConfigAnswer['engines'], speaking: string | undefined) {
  if (script.isOffline) return speaking && `${startSentence(speaking)}.`;
  const work = vision.isOffline
    ? [`${script.name} writes`]
    : vision.name === script.name
      ? [`${vision.name} looks at the pictures and writes`]
      : [`${vision.name} looks at the pictures`, `${script.name} writes`];
  const done = [...work, ...(speaking ? [speaking] : [])].join('; ');
  return `${startSentence(done)}. Check what is written before you use it.`;
}

function describeSpeaker(speaker: Speaker, voice: Voice | undefined, language: LanguageName): string {
  const speaks = `${nameSpeaker(speaker)} speaks`;
  if (!voice) return speaks;
  const inPlace = speaker.isStandIn ? ` in place of ${voice}` : '';
  const ownVoice = findOwnVoice(speaker, voice, language);
  return `${speaks}${inPlace}${ownVoice === undefined ? '' : ` with its voice ${ownVoice}`}`;
}

/** Each reason once: a provider often cannot do two things for the same one. Of premium voices nothing is noted. */
function listNotes({ vision, script, speech }: ConfigAnswer['engines'], voice: Voice | undefined): string[] {
  const isPremium = voice !== undefined && getVoicePlan(voice) === 'premium';
  const notes = [vision.note, script.note, isPremium ? undefined : speech.note];
  return [...new Set(notes.filter(note => note !== undefined))];
}
