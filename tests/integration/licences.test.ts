import { readFileSync } from 'node:fs';
import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_LOG_QUIET,
  AV_SAMPLE_FMT_S16,
  Codec,
  CodecContext,
  Dictionary,
  FF_ENCODER_LIBFDK_AAC,
  getFFmpegInfo,
  Log,
  Rational,
} from 'node-av';
import { expect, test } from 'vitest';
import {
  findUnfitting,
  findUnlistedParts,
  isFitting,
  licencesDoc,
  readPackages,
  renderLicencesDoc,
} from '../../scripts/licences.ts';

const packages = readPackages();

test('every package, for every platform, has a licence that fits AGPL-3.0-or-later', () => {
  expect(packages.length).toBeGreaterThan(300);
  expect(findUnfitting(packages)).toEqual([]);
  expect(findUnlistedParts(packages)).toEqual([]);
});

test('a package without a fitting licence is refused', () => {
  const [sample] = packages;
  const under = (licence: string | undefined) =>
    findUnfitting(sample ? [{ ...sample, name: 'some-package', version: '1.0.0', licence }] : []);
  expect(under(undefined)).toEqual(['some-package 1.0.0 is under no licence.']);
  for (const licence of ['GPL-2.0-only', 'BUSL-1.1', 'MIT AND CC-BY-NC-4.0', 'UNLICENSED', ''])
    expect(under(licence)).toEqual([`some-package 1.0.0 is under ${licence}.`]);
  expect(under('(SSPL-1.0 OR Apache-2.0)')).toEqual([]);
});
test('FFmpeg in node-av matches docs/licences.md: GPL, with the stripped fdk-aac', async () => {
  const { configuration } = getFFmpegInfo();
  expect(configuration).toContain('--enable-gpl --enable-version3');
  expect(configuration).not.toContain('--enable-nonfree');
  expect(isFitting('FDK-AAC')).toBe(false);
  // The stripped library refuses everything but AAC-LC. On macOS there is none.
  const encoder = Codec.findEncoderByName(FF_ENCODER_LIBFDK_AAC);
  if (!encoder) return;
  // The refusals are expected and kept out of the log.
  Log.setLevel(AV_LOG_QUIET);
  expect(await tryProfile(encoder, 'aac_low')).toBe(0);
  for (const profile of ['aac_he', 'aac_he_v2', 'aac_ld', 'aac_eld']) {
    expect(await tryProfile(encoder, profile), profile).toBeLessThan(0);
  }
});

test('docs/licences.md matches package-lock.json (else run scripts/licences.ts)', () => {
  expect(readFileSync(licencesDoc, 'utf8')).toBe(renderLicencesDoc());
});

/** FFmpeg's result of opening the encoder: 0, or a negative error. */
async function tryProfile(encoder: Codec, profile: string): Promise<number> {
  const context = new CodecContext();
  context.allocContext3(encoder);
  context.sampleRate = 44_100;
  context.sampleFormat = AV_SAMPLE_FMT_S16;
  context.channelLayout = AV_CHANNEL_LAYOUT_STEREO;
  context.timeBase = new Rational(1, 44_100);
  context.bitRate = 64_000n;
  const answer = await context.open2(encoder, Dictionary.fromObject({ profile }));
  context.freeContext();
  return answer;
}
