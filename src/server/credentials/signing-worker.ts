import { type SignerDefinition, WasmBuilder } from '@contentauth/c2pa-wasm';
import type { HashedFile } from '#media/credentials/place-manifest.ts';
import type { Claim } from '#shared/api/content-credentials.ts';
import { manifestMessages } from '#shared/messages/manifest.ts';
import { t } from '#shared/messages/message.ts';
import type { CredentialsConfig } from '../config/credentials.ts';
import { CoseSigner } from './cose.ts';
import { describeHash, describeManifest, originalLabel } from './describe-claim.ts';
import { loadManifestLibrary, openBlob, toBlob } from './manifest-library.ts';

// For a thread of its own: building a manifest blocks.
loadManifestLibrary();

/** Nothing; this module is loaded then. */
export function start(): void {}

export interface SigningTask extends HashedFile {
  readonly claim: Claim;
  readonly signer: CredentialsConfig;
  /** The video that was narrated, whose manifest is kept. */
  readonly original?: { readonly path: string; readonly mimeType: string } | undefined;
}

const mimeTypes = { mp3: 'audio/mpeg', wav: 'audio/wav', mp4: 'video/mp4' } as const;

/** The library wants a file of the type that is signed. Its content does not matter, because the hash is given. */
const stubs = {
  mp3: Buffer.from('fffb90000000000000000000', 'hex'),
  wav: Buffer.from(
    'RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\xc0\x5d\0\0\x80\xbb\0\0\x02\0\x10\0data\0\0\0\0',
    'latin1',
  ),
  mp4: Buffer.from('\0\0\0\x14ftypisom\0\0\0\0isom\0\0\0\x08free', 'latin1'),
} as const;

/**
 * Builds and signs a manifest store of exactly `storeBytes`.
 * @throws Error if that is too small, or the time stamp server fails
 */
export async function signManifest(task: SigningTask): Promise<Uint8Array> {
  const signer = new CoseSigner(task.signer);
  const { algorithm: alg, maxBytes } = signer;
  const { tsaUrl: _, ...withoutStamp } = task.signer;
  const drafter = new CoseSigner(withoutStamp);
  const draft = await build(task, {
    alg,
    reserveSize: maxBytes,
    sign: claim => drafter.sign(claim, maxBytes),
  });
  // What is missing becomes padding of the signature.
  const signatureBytes = maxBytes + task.storeBytes - draft.length;
  let failure: unknown;
  const sign = async (claim: Uint8Array) => {
    try {
      return await signer.sign(claim, signatureBytes);
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  try {
    const store = await build(task, { alg, reserveSize: signatureBytes, sign });
    if (store.length !== task.storeBytes)
      throw new Error(`${store.length} bytes instead of ${task.storeBytes}`);
    return store;
  } catch (error) {
    throw failure ?? error;
  }
}

async function build(
  { container, claim, original, ...hashed }: SigningTask,
  signer: SignerDefinition,
): Promise<Uint8Array> {
  using builder = WasmBuilder.fromJson(JSON.stringify(describeManifest(claim)));
  if (claim.kind === 'mixed') await addOriginal(builder, original);
  const hash = describeHash({ container, ...hashed });
  builder.addAssertion(hash.label, hash.data);
  builder.setNoEmbed(true);
  const { manifest } = await builder.signAndGetManifestBytes(
    signer,
    [],
    mimeTypes[container],
    toBlob(stubs[container]),
  );
  return Uint8Array.from(manifest);
}

async function addOriginal(builder: WasmBuilder, original: SigningTask['original']): Promise<void> {
  const ingredient = {
    title: t(manifestMessages.original),
    relationship: 'parentOf',
    label: originalLabel,
  };
  if (!original) return builder.addIngredient(JSON.stringify({ ...ingredient, format: mimeTypes.mp4 }));
  using file = openBlob(original.path);
  await builder.addIngredientFromBlob(JSON.stringify(ingredient), original.mimeType, file.blob);
}
