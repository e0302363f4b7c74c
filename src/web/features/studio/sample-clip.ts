import { callServer } from '../../lib/call-server.ts';

/** The sample video that comes with the page, made by `scripts/make-sample-clip.ts`. */
const address = '/the-lantern-boat.mp4';

/**
 * Fetches the sample video as a file like any other that a person chooses.
 * @throws {CodedError} when it does not arrive
 */
export async function fetchSampleClip(): Promise<File> {
  const response = await callServer(address, {});
  return new File([await response.blob()], 'the-lantern-boat.mp4', { type: 'video/mp4' });
}
