import type { LanguageName } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { promptExampleMessages } from '#shared/messages/prompt-examples.ts';
import { callServer } from '../../lib/call-server.ts';
import narrations from './example-narration.json' with { type: 'json' };

/** The sample video that comes with the page, made by `scripts/make-sample-clip.ts`. */
const address = '/the-lantern-boat.mp4';

export interface FinishedExample {
  readonly file: File;
  readonly language: LanguageName;
  /** A timed script, written by a person. */
  readonly script: string;
}

/**
 * Fetches the sample video as a file like any other that a person chooses.
 * @throws {CodedError} when it does not arrive
 */
export async function fetchSampleClip(): Promise<File> {
  const response = await callServer(address, {});
  return new File([await response.blob()], 'the-lantern-boat.mp4', { type: 'video/mp4' });
}

/** The sample video with its narration, in a wanted language if it is one of the twelve, else in English. */
export async function fetchExample(wanted: LanguageName): Promise<FinishedExample> {
  const scripts: Partial<Record<LanguageName, string>> = narrations;
  const language = scripts[wanted] ? wanted : 'English';
  return { file: await fetchSampleClip(), language, script: scripts[language] ?? '' };
}

export function getSamplePrompt(): string {
  return t(promptExampleMessages.samplePrompt);
}
