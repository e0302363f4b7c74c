import { callServer } from '../../lib/call-server.ts';

/** The film of our own making that comes with the page, made by `scripts/make-sample-clip.ts`. */
const address = '/the-lantern-boat.mp4';

/** A prompt that fits the film. */
export const samplePrompt =
  'Tell it as a quiet fairy tale: a small boat with a lantern, from dawn until night. Short, calm sentences.';

/**
 * Fetches the film as a file like any other that a person chooses.
 * @throws {CodedError} when it does not arrive
 */
export async function fetchSampleClip(): Promise<File> {
  const response = await callServer(address, {});
  return new File([await response.blob()], 'the-lantern-boat.mp4', { type: 'video/mp4' });
}
