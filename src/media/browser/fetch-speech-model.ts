import address from '@ricky0123/vad-web/dist/silero_vad_v6.onnx?url';

/**
 * Fetches the file of the voice detector from where the page came from.
 * @throws TypeError where it does not arrive
 */
export async function fetchSpeechModel(): Promise<Uint8Array> {
  const answer = await fetch(address);
  if (!answer.ok) throw new TypeError(`The voice detector could not be fetched (${answer.status}).`);
  return new Uint8Array(await answer.arrayBuffer());
}
