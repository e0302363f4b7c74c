import { extname } from 'node:path';
import { WasmReader } from '@contentauth/c2pa-wasm';
import { loadManifestLibrary, openBlob } from '#server/credentials/manifest-library.ts';
import { badRequest } from './bad-request.ts';

const mimeTypes = new Map([
  ['.mp3', 'audio/mpeg'],
  ['.wav', 'audio/wav'],
  ['.mp4', 'video/mp4'],
  ['.m4v', 'video/mp4'],
  ['.mov', 'video/quicktime'],
]);

/**
 * Prints who signed a file, whether it changed since, and what its Content Credentials say was done to it.
 * @returns whether it is signed and unchanged; whether the signer is on a trust list is not checked
 * @throws CodedError `bad_request` for another kind of file
 */
export async function verify(path: string): Promise<boolean> {
  const mimeType = mimeTypes.get(extname(path).toLowerCase());
  if (!mimeType) throw badRequest(`--verify reads ${[...mimeTypes.keys()].join(', ')}.`);
  loadManifestLibrary();
  using file = openBlob(path);
  const reader = await WasmReader.fromBlob(mimeType, file.blob).catch(String);
  if (typeof reader === 'string') {
    print(reader.includes('JumbfNotFound') ? 'Not signed.' : `Not valid: ${reader}`);
    return false;
  }
  const {
    validation_state: state,
    validation_results: results,
    manifests,
    active_manifest,
  } = reader.manifestStore();
  const {
    signature_info: signature,
    assertions,
    claim_generator_info: software,
  } = manifests[active_manifest];
  const isValid = state !== 'Invalid';
  print(`${isValid ? 'Unchanged since it was signed' : 'Changed, or not signed correctly'}.`);
  print(
    `Signed by ${signature.common_name} (${signature.issuer})${signature.time ? ` on ${signature.time}` : ''}.`,
  );
  print(
    `Made with ${software.map(({ name, version }: Record<string, string>) => `${name} ${version}`).join(', ')}.`,
  );
  for (const { label, data } of assertions)
    for (const { action, description } of label.startsWith('c2pa.actions') ? data.actions : [])
      print(`- ${action}${description ? `: ${description}` : ''}`);
  if (!isValid) for (const { code } of results.activeManifest.failure) print(`! ${code}`);
  return isValid;
}

/** A forged file must not write rows of its own. */
function print(row: string): void {
  console.log(row.replace(/\p{C}+/gu, ' '));
}
