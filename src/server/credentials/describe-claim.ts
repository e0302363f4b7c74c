import { extensionIds } from '#media/container/iso-boxes.ts';
import type { Claim, SigningRequest } from '#shared/api/content-credentials.ts';
import { getSpokenSourceType } from '#shared/marks/create-marks.ts';
import { digitalSourceTypes } from '#shared/marks/provenance.ts';
import { manifestMessages as messages } from '#shared/messages/manifest.ts';
import { t } from '#shared/messages/message.ts';
import { productName, productVersion } from '#shared/product.ts';

/** The label by which actions name the video that was narrated. */
export const originalLabel = 'original';

/** The definition of a manifest, as c2pa-rs reads it: who made what, in actions of C2PA 2.2 (19.3). All texts are the product's own. */
export function describeManifest(claim: Claim) {
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
export function describeHash({
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
