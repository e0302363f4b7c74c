import type { ReactNode } from 'react';
import type { ConfigAnswer } from '#shared/api/config.ts';
import type { LanguageName } from '#shared/languages.ts';
import { engineNoteMessages as messages } from '#shared/messages/engine-note.ts';
import { t } from '#shared/messages/message.ts';
import { type ChosenVoice, getVoiceName, getVoicePlan } from '#shared/voices.ts';
import { Notice } from '../../../components/notice.tsx';
import { richText } from '../../../lib/rich-text.tsx';
import type { Speaker } from '../../voice-samples/public.ts';
import classes from './engine-note.module.css';

interface EngineNoteProps {
  readonly engines: ConfigAnswer['engines'];
  /** For whoever runs the server only. */
  readonly operator: ConfigAnswer['operator'];
  readonly speaker: Speaker | undefined;
  readonly voice: ChosenVoice | undefined;
  readonly language: LanguageName;
}

/** Which engine analyses, writes and speaks, what the offline engine cannot do, and why a connected provider is not used. */
export function EngineNote({ engines, operator, speaker, voice, language }: EngineNoteProps) {
  const { vision, script } = engines;
  const sentences = [
    describeWork(engines),
    speaker && describeSpeaker(speaker, voice, language),
    !script.isOffline && t(messages.check),
  ];
  return (
    <Notice tone="plain">
      {vision.isOffline && <OfflineLook engines={engines} operator={operator} />}
      <p>{sentences.filter(Boolean).join(' ')}</p>
      {operator && operator.servers.length > 0 && (
        <p>{t(messages.foundServers, { names: operator.servers.join(', ') })}</p>
      )}
      {listNotes(engines, voice).map(note => (
        <p key={note}>{note}</p>
      ))}
    </Notice>
  );
}

/** What is done without an AI, and the ways to more. Commands only for whoever runs the server. */
function OfflineLook({ engines, operator }: Pick<EngineNoteProps, 'engines' | 'operator'>) {
  const { vision, script } = engines;
  // Then the provider has to be fixed.
  const isConnected = vision.isSubstitute || script.isSubstitute;
  return (
    <div className={classes.look}>
      <p>
        <strong>{t(script.isOffline ? messages.offline : messages.offlineVision)}</strong>{' '}
        {t(vision.isImpaired ? messages.impaired : messages.recognises)}{' '}
        {script.isOffline && t(messages.ignoresPrompt)}
      </p>
      {script.isOffline && !isConnected && (
        <ul className={classes.ways} aria-label={t(messages.ways)}>
          <li>{t(messages.writeYourself)}</li>
          {operator ? (
            <>
              <li>{withCode(t(messages.getModels))}</li>
              {operator.advice && <li>{withCode(t(messages.getModelFor, operator.advice))}</li>}
              <li>{withCode(t(messages.connect))}</li>
            </>
          ) : (
            <li>{t(messages.askOperator)}</li>
          )}
        </ul>
      )}
    </div>
  );
}

function withCode(text: string): ReactNode {
  return richText(text, { code: command => <code>{command}</code> });
}

/** Undefined for the offline engine, of which more is said. */
function describeWork({ vision, script }: ConfigAnswer['engines']): string | undefined {
  if (script.isOffline) return undefined;
  if (vision.isOffline) return t(messages.script, { name: script.name });
  if (vision.name === script.name) return t(messages.visionAndScript, { name: script.name });
  return t(messages.visionThenScript, { vision: vision.name, script: script.name });
}

function describeSpeaker(speaker: Speaker, voice: ChosenVoice | undefined, language: LanguageName): string {
  const { name, isOffline } = speaker;
  const replaced = speaker.isStandIn && voice ? getVoiceName(voice) : undefined;
  const ownVoice = voice && findOwnVoice(speaker, voice, language);
  if (isOffline)
    return replaced ? t(messages.offlineSpeechFor, { voice: replaced }) : t(messages.offlineSpeech);
  if (replaced && ownVoice) return t(messages.speechForAs, { name, ownVoice, voice: replaced });
  if (replaced) return t(messages.speechFor, { name, voice: replaced });
  return ownVoice ? t(messages.speechAs, { name, ownVoice }) : t(messages.speech, { name });
}

/** The name of the speaker's own voice: of a preset only if it differs. */
function findOwnVoice(
  { ownVoices }: Speaker,
  voice: ChosenVoice,
  language: LanguageName,
): string | undefined {
  if (typeof voice !== 'string') return voice.name;
  const names: Readonly<Record<string, string>> | undefined = ownVoices.find(({ languages }) =>
    languages.includes(language),
  )?.names;
  const id = names?.[voice];
  return id && nameVoice(id);
}

/** A voice's id as a name: `af_bella` is Bella, after a code for language and gender. */
function nameVoice(id: string): string {
  return /^[a-z]{2}_[a-z]/u.test(id) ? id.charAt(3).toUpperCase() + id.slice(4) : id;
}

/** Each reason once: a provider often fails at two steps for the same one. Not those of standard voices for a premium voice. */
function listNotes(
  { vision, script, speech }: ConfigAnswer['engines'],
  voice: ChosenVoice | undefined,
): string[] {
  const isPremium = typeof voice === 'string' && getVoicePlan(voice) === 'premium';
  const notes = [vision.note, script.note, isPremium ? undefined : speech.note];
  return [...new Set(notes.filter(note => note !== undefined))];
}
