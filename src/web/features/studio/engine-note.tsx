import type { ConfigAnswer } from '#shared/api/config.ts';
import type { LanguageName } from '#shared/languages.ts';
import { engineNoteMessages as messages } from '#shared/messages/engine-note.ts';
import { t } from '#shared/messages/message.ts';
import { getVoicePlan, type Voice } from '#shared/voices.ts';
import { Notice } from '../../components/notice.tsx';
import { findOwnVoice, type Speaker } from '../voice-samples/public.ts';
import classes from './engine-note.module.css';

interface EngineNoteProps {
  readonly engines: ConfigAnswer['engines'];
  /** Speaks the chosen voice in the chosen language; undefined until it is known. */
  readonly speaker: Speaker | undefined;
  readonly voice: Voice | undefined;
  readonly language: LanguageName;
}

/** Which engine analyses, writes and speaks, what the offline engine cannot do, and why a connected provider is not used. */
export function EngineNote({ engines, speaker, voice, language }: EngineNoteProps) {
  const { vision, script } = engines;
  const sentences = [
    describeWork(engines),
    speaker && describeSpeaker(speaker, voice, language),
    !script.isOffline && t(messages.check),
  ];
  const isConnected = vision.isSubstitute || script.isSubstitute;
  return (
    <Notice tone="plain">
      {vision.isOffline && (
        <OfflineLook isWriting={script.isOffline} isImpaired={vision.isImpaired} isConnected={isConnected} />
      )}
      <p>{sentences.filter(Boolean).join(' ')}</p>
      {listNotes(engines, voice).map(note => (
        <p key={note}>{note}</p>
      ))}
    </Notice>
  );
}

interface OfflineLookProps {
  /** It writes, too. */
  readonly isWriting: boolean;
  /** It recognises less than it could; a note of its own says why. */
  readonly isImpaired: boolean;
  /** A provider is set up, but does not do it. */
  readonly isConnected: boolean;
}

/** One line; the rest opens under it. */
function OfflineLook({ isWriting, isImpaired, isConnected }: OfflineLookProps) {
  const details = [
    isWriting && messages.noProvider,
    isImpaired ? messages.measures : messages.recognises,
    isWriting && messages.writesAbout,
    !isConnected && (isWriting ? messages.connectForPrompt : messages.connectForVision),
  ].filter(message => message !== false);
  return (
    <div className={classes.look}>
      <strong>{t(isWriting ? messages.offline : messages.offlineVision)}</strong>{' '}
      {isWriting && `${t(messages.ignoresPrompt)} `}
      {isImpaired && `${t(messages.impaired)} `}
      <details className={classes.more}>
        <summary>{t(messages.what)}</summary>
        <span>{details.map(message => t(message)).join(' ')}</span>
      </details>
    </div>
  );
}

/** Undefined for the offline engine, of which more is said. */
function describeWork({ vision, script }: ConfigAnswer['engines']): string | undefined {
  if (script.isOffline) return undefined;
  if (vision.isOffline) return t(messages.script, { name: script.name });
  if (vision.name === script.name) return t(messages.visionAndScript, { name: script.name });
  return t(messages.visionThenScript, { vision: vision.name, script: script.name });
}

function describeSpeaker(speaker: Speaker, voice: Voice | undefined, language: LanguageName): string {
  const { name, isOffline } = speaker;
  const replaced = speaker.isStandIn ? voice : undefined;
  const ownVoice = voice && findOwnVoice(speaker, voice, language);
  if (isOffline)
    return replaced ? t(messages.offlineSpeechFor, { voice: replaced }) : t(messages.offlineSpeech);
  if (replaced && ownVoice) return t(messages.speechForAs, { name, ownVoice, voice: replaced });
  if (replaced) return t(messages.speechFor, { name, voice: replaced });
  return ownVoice ? t(messages.speechAs, { name, ownVoice }) : t(messages.speech, { name });
}

/** Each reason once: a provider often fails at two steps for the same one. Not those of standard voices for a premium voice. */
function listNotes({ vision, script, speech }: ConfigAnswer['engines'], voice: Voice | undefined): string[] {
  const isPremium = voice !== undefined && getVoicePlan(voice) === 'premium';
  const notes = [vision.note, script.note, isPremium ? undefined : speech.note];
  return [...new Set(notes.filter(note => note !== undefined))];
}
