import { extname } from 'node:path';
import { getCACertificates } from 'node:tls';
import { WasmReader } from '@contentauth/c2pa-wasm';
import { FilePathSource, Input, MP3, MP4, QTFF, WAVE } from 'mediabunny';
import { loadManifestLibrary, openBlob } from '#server/credentials/manifest-library.ts';
import { requireReadable } from './places.ts';
import { badRequest } from './report-status.ts';

const endings = ['.mp3', '.wav', '.mp4', '.m4v', '.mov'];

/**
 * Prints who signed a file, whether it changed since, and what its Content Credentials say was done to it.
 * @returns whether it is signed and unchanged, by whomever
 * @throws CodedError `bad_request` for another kind of file, one that cannot be read, or if there is none
 */
export async function verify(path: string): Promise<boolean> {
  if (!endings.includes(extname(path).toLowerCase()))
    throw badRequest(`--verify reads ${endings.join(', ')}.`);
  await requireReadable(path);
  const mimeType = await requireMedia(path);
  loadManifestLibrary();
  using file = openBlob(path);
  const trust = { user_anchors: getCACertificates('default').join('\n') };
  const reader = await WasmReader.fromBlob(mimeType, file.blob, JSON.stringify({ trust })).catch(String);
  if (typeof reader === 'string') {
    const isUnsigned = reader.includes('JumbfNotFound');
    print(isUnsigned ? 'Not signed.' : 'Not valid: its Content Credentials cannot be read.');
    return false;
  }
  const { validation_state: state, validation_results: results, ...store } = reader.manifestStore();
  const {
    signature_info: signature,
    assertions,
    claim_generator_info: software,
  } = store.manifests[store.active_manifest];
  const isValid = state !== 'Invalid';
  print(`${isValid ? 'Unchanged since it was signed' : 'Changed, or not signed correctly'}.`);
  const signer = joinKnown([signature.common_name, signature.issuer], ', ');
  print(`${joinKnown([`Signed by ${signer}`, signature.time], ' on ')}.`);
  if (state !== 'Trusted')
    print('Nobody vouches for this name: this computer trusts no authority that issued the certificate.');
  // Older files name their software otherwise.
  for (const { name, version } of software ?? []) print(`Made with ${joinKnown([name, version], ' ')}.`);
  for (const { label, data } of assertions)
    for (const { action, description } of label.startsWith('c2pa.actions') ? data.actions : [])
      print(`- ${joinKnown([action, description], ': ')}`);
  if (!isValid) for (const { code } of results.activeManifest.failure) print(`! ${code}`);
  return isValid;
}

/** @returns what it is, whatever its name says */
async function requireMedia(path: string): Promise<string> {
  const formats = [MP3, WAVE, MP4, QTFF];
  using input = new Input({ formats, source: new FilePathSource(path) });
  const tracks = await input.getTracks().catch(() => []);
  if (tracks.length === 0)
    throw badRequest(
      `${path} cannot be read as sound or video: it is empty, cut off, damaged, or another kind of file.`,
    );
  return (await input.getFormat()).mimeType;
}

function joinKnown(parts: readonly (string | undefined)[], between: string): string {
  return parts.filter(Boolean).join(between);
}

/** A forged file must not write rows of its own. */
function print(row: string): void {
  console.log(row.replace(/\p{C}+/gu, ' '));
}
