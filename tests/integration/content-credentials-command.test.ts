import { spawnSync } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { credentialMessages } from '#shared/messages/credentials.ts';
import { manifestMessages } from '#shared/messages/manifest.ts';
import { t } from '#shared/messages/message.ts';
import { hasOpenSsl, readCredentials, TestAuthority } from '../support/content-credentials.ts';
import { makeClip } from '../support/make-clip.ts';
import { makeSoundingClip } from '../support/make-sounding-clip.ts';
import { listComplaints, readPictures, readSubtitleTrack } from '../support/read-narrated-video.ts';
import { realVideos } from '../support/real-videos.ts';
import { narrateCommand, narrateSurroundings, runNarrate } from '../support/run-narrate.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

const mimeTypes = { mp3: 'audio/mpeg', wav: 'audio/wav', mp4: 'video/mp4' } as const;
const speaking = ['--speak', 'lines.txt', '--language', 'English'];
const webm = realVideos.find(({ name }) => name.endsWith('.webm'));
const sample = (seconds: number) => 0.1 * Math.sin(2 * Math.PI * 220 * seconds);

describe.skipIf(!hasOpenSsl)('the command line', () => {
  let authority: TestAuthority;
  let folder: TemporaryFolder;
  let settings: Record<string, string>;
  let status: string;
  beforeAll(async () => {
    authority = new TestAuthority();
    folder = await makeTemporaryFolder();
    settings = authority.issue('signer');
    const sounds = [{ seconds: 6, sample }];
    await folder.write('clip.mp4', await makeSoundingClip({ seconds: 6, sounds }));
    await folder.write('lines.txt', '[0:01] Look.\n[0:03] It runs.');
    const files = ['--out', 'made.mp3', '--wav', 'made.wav', '--video', 'made.mp4', '--subtitles'];
    status = await runNarrate(folder.path, ['clip.mp4', ...speaking, ...files], settings);
  });
  afterAll(async () => {
    await folder?.[Symbol.asyncDispose]();
    authority?.[Symbol.dispose]();
  });

  const read = async (name: string) => new Uint8Array(await readFile(`${folder.path}/${name}`));
  const verify = async (bytes: Uint8Array, ending: keyof typeof mimeTypes) =>
    readCredentials(bytes, mimeTypes[ending], authority.root);
  const check = (name: string) =>
    spawnSync(process.execPath, [narrateCommand, '--verify', name], {
      ...narrateSurroundings(folder.path),
      encoding: 'utf8',
    });

  test.each(['mp3', 'wav', 'mp4'] as const)(
    'signs the %s that it writes; a changed byte is found',
    async ending => {
      expect(status).toContain(`made.${ending}: ${t(credentialMessages.signed)}`);
      const file = await read(`made.${ending}`);
      const found = await verify(file, ending);
      expect(found).toMatchObject({ state: 'Trusted', failures: [] });
      expect(found?.actions.map(({ description }) => description)).toContain(t(manifestMessages.narration));
      const at = file.findLastIndex((_, index) => index % 1000 === 0 && index < file.length * 0.6);
      file[at] = ~(file[at] ?? 0);
      expect(await verify(file, ending)).toMatchObject({ state: 'Invalid' });
      const said = check(`made.${ending}`);
      expect(said.status).toBe(0);
      expect(said.stdout).toContain(
        'Unchanged since it was signed.\nSigned by signer, Test.\nNobody vouches',
      );
      await folder.write(`changed.${ending}`, file);
      expect(check(`changed.${ending}`)).toMatchObject({
        status: 1,
        stdout: expect.stringMatching(/^Changed, or/u),
      });
    },
  );

  test('a signed video plays as before', async () => {
    const path = `${folder.path}/made.mp4`;
    const bytes = async (from: string) =>
      (await readPictures(from)).map(picture => picture.bytes.toString('hex'));
    expect(await bytes(path)).toEqual(await bytes(`${folder.path}/clip.mp4`));
    expect((await listComplaints(path)) ?? '').toBe('');
    expect((await readSubtitleTrack(path)) ?? 'It runs.').toContain('It runs.');
  });

  test('the manifest of a signed original is kept', async () => {
    await runNarrate(folder.path, ['made.mp4', ...speaking, '--video', 'again.mp4'], settings);
    const found = await verify(await read('again.mp4'), 'mp4');
    expect(found).toMatchObject({ state: 'Trusted', failures: [] });
    expect(found?.ingredients).toEqual([
      { relationship: 'parentOf', manifest: expect.stringContaining('urn:c2pa') },
    ]);
    const damaged = await read('made.mp4');
    const storeAt = Buffer.from(damaged).indexOf('jumb');
    await folder.write('damaged.mp4', damaged.fill(0xff, storeAt, storeAt + 200));
    await runNarrate(folder.path, ['damaged.mp4', ...speaking, '--video', 'third.mp4'], settings);
    expect(await verify(await read('third.mp4'), 'mp4')).toMatchObject({
      state: 'Trusted',
      ingredients: [{ relationship: 'parentOf' }],
    });
  });

  test('says who vouches for the name of a signer', () => {
    const { env, ...surroundings } = narrateSurroundings(folder.path);
    const vouched = spawnSync(process.execPath, [narrateCommand, '--verify', 'made.mp3'], {
      ...surroundings,
      env: { ...env, NODE_EXTRA_CA_CERTS: `${authority.folder}/root.pem` },
      encoding: 'utf8',
    });
    expect(vouched.stdout).toContain('Signed by signer, Test.\nMade with');
    expect(check('made.mp3').stdout).toContain(
      'Signed by signer, Test.\nNobody vouches for this name: this computer trusts no authority that issued the certificate.\n',
    );
  });

  test('refuses to verify a file that is not there', () => {
    expect(check('nowhere.mp3')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^There is no file/u),
    });
  });

  test.each([
    ['text.mp4', 'This is no video.'],
    ['text.mp3', 'This is no sound.'],
    ['text.wav', 'This is no sound.'],
    ['empty.mp4', ''],
    ['archive.mov', `PK\u0005\u0006${'\0'.repeat(18)}`],
    ['cut.mp4', '\0\0\0\u0018ftypisom\0\0\u0002\0isommp41\0\u0001\0\0mdat'],
    ['cut.wav', 'RIFF\u00ff\u00ff\u00ff\u007fWAVEfmt '],
  ])('says of %s in a sentence that it is none', async (name, content) => {
    await folder.write(name, Buffer.from(content, 'latin1'));
    const { status, stdout, stderr } = check(name);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^\S+ cannot be read as sound or video: .+\.\n$/u);
  });

  test('says of a folder that it is one, and of what a file is, whatever its name', async () => {
    await mkdir(`${folder.path}/videos.mp4`);
    expect(check('videos.mp4')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/is a folder\. Name/u),
    });
    await folder.write('really.mp3', await makeClip({ seconds: 1 }));
    expect(check('really.mp3')).toMatchObject({ status: 1, stdout: 'Not signed.\n' });
  });

  test.skipIf(!webm)('says that a WebM cannot be signed', async () => {
    expect(
      await runNarrate(folder.path, [webm?.path ?? '', ...speaking, '--video', 'made.webm'], settings),
    ).toContain(t(credentialMessages.notPossible));
  });

  test('saves the file unsigned, and says why, if there is no time stamp', async () => {
    const without = { ...settings, C2PA_TSA_URL: 'http://127.0.0.1:9' };
    const said = await runNarrate(folder.path, [...speaking, '--out', 'plain.mp3'], without);
    expect(said).toContain('It is not signed with Content Credentials: A file could not be signed:');
    const plain = await read('plain.mp3');
    expect(await verify(plain, 'mp3')).toBeUndefined();
    expect((await listComplaints(`${folder.path}/plain.mp3`).catch(() => '')) ?? '').toBe('');
  });

  test('writes no manifest without a certificate', async () => {
    const said = await runNarrate(folder.path, [...speaking, '--out', 'bare.mp3', '--wav', 'bare.wav']);
    expect(said).not.toContain('Content Credentials');
    expect(await verify(await read('bare.mp3'), 'mp3')).toBeUndefined();
    expect(Buffer.from(await read('bare.wav')).includes('C2PA')).toBe(false);
  });
});
