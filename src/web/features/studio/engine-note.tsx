import type { ConfigAnswer } from '#shared/api/config.ts';
import type { LanguageName } from '#shared/languages.ts';
import { getVoicePlan, type Voice } from '#shared/voices.ts';
import { Notice } from '../../components/notice.tsx';
import { startSentence } from '../../lib/format.ts';
import { findOwnVoice, nameSpeaker, type Speaker } from '../voice-samples/public.ts';
import classes from './engine-note.module.css';

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
  const isConnected = vision.isSubstitute || script.isSubstitute;
  return (
    <Notice tone="plain">
      {vision.isOffline && (
        <OfflineLook isWriting={script.isOffline} isImpaired={vision.isImpaired} isConnected={isConnected} />
      )}
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
  /** It does not see all that it could; a note of its own says what is amiss. */
  readonly isImpaired: boolean;
  /** A provider is set up, which does not do it. */
  readonly isConnected: boolean;
}

/** One line; what else there is to know opens under it. */
function OfflineLook({ isWriting, isImpaired, isConnected }: OfflineLookProps) {
  const aim = isWriting ? 'For a narration that follows your prompt' : 'To have more seen';
  return (
    <div className={classes.look}>
      <strong>{isWriting ? 'Offline engine in use.' : 'The offline engine looks at the pictures.'}</strong>
      {isWriting && ' It does not follow your prompt.'}
      {isImpaired && ' At the moment it sees less than it could.'}{' '}
      <details className={classes.more}>
        <summary>What is this?</summary>
        <span>
          {isWriting && 'This server looks and writes by itself, without an AI provider. '}
          {isImpaired
            ? 'It measures light, colour and movement.'
            : 'It recognises 80 kinds of things, reads print in Latin letters, and measures light, colour and movement.'}
          {isWriting && ' It writes about these, whatever the prompt is.'}
          {!isConnected &&
            ` ${aim}, whoever runs this server can connect an AI provider or an AI server of their own.`}
        </span>
      </details>
    </div>
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
