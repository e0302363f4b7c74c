import { t } from '#shared/messages/message.ts';
import { transcriptPanelMessages as messages } from '#shared/messages/transcript-panel.ts';
import type { Transcript } from '#shared/narration/project.ts';
import type { Transcription } from './editor.ts';

/** Where the sound goes, before it does. */
export function describeWhereSoundGoes({ name, isLocal, note }: Transcription): string {
  const where = isLocal ? t(messages.staysOnServer) : t(messages.goesTo, { name });
  return [where, note].filter(Boolean).join(' ');
}

export function describeSource({ source: { kind, provider: name } }: Transcript): string {
  return t(kind === 'subtitles' ? messages.fromSubtitles : messages.transcribedBy, { name });
}
