import { type SignerDefinition, WasmBuilder } from '@contentauth/c2pa-wasm';
import { extensionIds } from '#media/container/iso-boxes.ts';
import type { HashedFile } from '#media/credentials/place-manifest.ts';
import type { Claim, SigningRequest } from '#shared/api/content-credentials.ts';
import { getSpokenSourceType } from '#shared/marks/create-marks.ts';
import { digitalSourceTypes } from '#shared/marks/provenance.ts';
import { manifestMessages as messages } from '#shared/messages/manifest.ts';
import { t } from '#shared/messages/message.ts';
import { productName, productVersion } from '#shared/product.ts';
import type { CredentialsConfig } from '../config/credentials.ts';
import { CoseSigner } from './cose.ts';
import { loadManifestLibrary, openBlob, toBlob } from './manifest-library.ts';

// For a thread of its own: building a manifest blocks.
loadManifestLibrary();

/** Does nothing but load this module. */
export function start(): void {}

export interface SigningTask extends HashedFile {
  readonly claim: Claim;
  readonly signer: CredentialsConfig;
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
  const ingredient = { title: t(messages.original), relationship: 'parentOf', label: originalLabel };
  if (!original) return builder.addIngredient(JSON.stringify({ ...ingredient, format: mimeTypes.mp4 }));
  using file = openBlob(original.path);
  await builder.addIngredientFromBlob(JSON.stringify(ingredient), original.mimeType, file.blob);
}

const originalLabel = 'original';

/** The definition of a manifest, as c2pa-rs reads it: who made what, in actions of C2PA 2.2 (19.3). All texts are the product's own. */
function describeManifest(claim: Claim) {
  const { kind, translatedInto = [] } = claim;
  const source = { digitalSourceType: chooseSourceType(claim), description: describe(claim) };
  const actions = [
    ...(kind === 'mixed'
      ? [
          { action: 'c2pa.opened', parameters: { ingredientIds: [originalLabel] } },
          { action: 'c2pa.edited', ...source },
        ]
      : [{ action: 'c2pa.created', ...source }]),
    ...translatedInto.map(targetLanguage => ({
      action: 'c2pa.translated',
      digitalSourceType: digitalSourceTypes.voice,
      description: t(messages.translated),
      // Both are required; the first is not known here.
      parameters: { sourceLanguage: 'und', targetLanguage },
    })),
  ];
  return {
    claim_generator_info: [{ name: productName, version: productVersion }],
    assertions: [{ label: 'c2pa.actions.v2', created: true, data: { actions } }],
  };
}

function chooseSourceType(claim: Claim): string {
  return claim.isSpoken ? getSpokenSourceType(claim) : digitalSourceTypes.unknown;
}

function describe({ isWritten, isSpoken, translatedInto = [] }: Claim): string {
  const made = isSpoken ? t(messages.narration) : t(messages.made, { product: productName });
  return isWritten && translatedInto.length === 0 ? `${made} ${t(messages.byAi)}` : made;
}

/** The boxes of an MP4 that are not hashed: C2PA 2.2, 18.7. */
const unhashedBoxes = [
  { xpath: '/uuid', data: [{ offset: 8, value: [...extensionIds.manifest] }] },
  ...['/ftyp', '/mfra', '/free', '/skip'].map(xpath => ({ xpath })),
];

/** The assertion that ties a manifest to its file: C2PA 2.2, 18.5 and 18.7. */
function describeHash({
  container,
  excluded,
  hash,
}: Pick<SigningRequest, 'container' | 'excluded' | 'hash'>) {
  const common = { name: 'jumbf manifest', alg: 'sha256', hash: [...Buffer.from(hash, 'hex')] };
  if (container === 'mp4' || !excluded)
    return { label: 'c2pa.hash.bmff.v3', data: { ...common, exclusions: unhashedBoxes } };
  // The field is required, but the padding of the signature already fills the store.
  return { label: 'c2pa.hash.data', data: { ...common, exclusions: [excluded], pad: [] } };
}
