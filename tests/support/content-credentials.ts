import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WasmReader } from '@contentauth/c2pa-wasm';
import { BMFF } from '@trustnxt/c2pa-ts/asset';
import { SuperBox } from '@trustnxt/c2pa-ts/jumbf';
import { ManifestStore } from '@trustnxt/c2pa-ts/manifest';
import { loadManifestLibrary, toBlob } from '#server/credentials/manifest-library.ts';

export const hasOpenSsl = (() => {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

/** The extended key usages of e-mail and of C2PA: what all readers take. */
const usualUses = 'emailProtection,1.3.6.1.4.1.62558.2.1';

interface Rights {
  readonly constraints?: string;
  readonly keyUse?: string;
}

/** A certificate authority for tests, with files in a folder of its own. */
export class TestAuthority implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'benshi-test-'));

  constructor() {
    this.#makeKey('root');
    const constraints = ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,keyCertSign,cRLSign'];
    this.#run(
      'req -x509 -new -key root.key -sha256 -days 3650 -out root.pem -subj',
      ['/O=Test/CN=Test Root'],
      constraints.flatMap(each => ['-addext', each]),
    );
    this.#issue('inter', 'root', {
      constraints: 'critical,CA:TRUE,pathlen:0',
      keyUse: 'critical,keyCertSign',
    });
    this.#issue('tsa', 'root', { uses: 'critical,timeStamping' });
    writeFileSync(this.#path('serial'), '01');
    writeFileSync(this.#path('tsa.cnf'), timeStampSettings);
  }

  get root(): string {
    return this.#read('root.pem');
  }

  /** The settings for a certificate with a name of its own, issued by an intermediate one. */
  issue(
    name: string,
    {
      uses = usualUses,
      days = 99,
      algorithm = ['EC', '-pkeyopt', 'ec_paramgen_curve:P-256'],
      ...rights
    }: Rights & { uses?: string; days?: number; algorithm?: string[] } = {},
  ) {
    this.#issue(name, 'inter', { uses, days, algorithm, ...rights });
    return {
      C2PA_CERTIFICATE: this.#read(`${name}.pem`) + this.#read('inter.pem'),
      C2PA_PRIVATE_KEY: this.#read(`${name}.key`),
    };
  }

  /** The settings for a certificate that nobody else issued. */
  issueItself(extensions: readonly string[]) {
    this.#makeKey('itself');
    this.#run(
      'req -x509 -new -key itself.key -sha256 -days 90 -out itself.pem -subj',
      ['/O=Test/CN=Itself', '-addext', 'extendedKeyUsage=emailProtection'],
      extensions.flatMap(each => ['-addext', each]),
    );
    return { C2PA_CERTIFICATE: this.#read('itself.pem'), C2PA_PRIVATE_KEY: this.#read('itself.key') };
  }

  /** Answers requests for time stamps with `openssl ts`. */
  async startTimeStamps(): Promise<AsyncDisposable & { readonly url: string; readonly bodies: Buffer[] }> {
    const bodies: Buffer[] = [];
    const server = createServer(async (request, response) => {
      const body = Buffer.concat(await Array.fromAsync(request));
      bodies.push(body);
      writeFileSync(this.#path('query'), body);
      this.#run('ts -reply -config tsa.cnf -section tsa -queryfile query -out reply');
      response
        .setHeader('content-type', 'application/timestamp-reply')
        .end(readFileSync(this.#path('reply')));
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const close = () => new Promise<void>(resolve => server.close(() => resolve()));
    return { url: `http://127.0.0.1:${port}`, bodies, [Symbol.asyncDispose]: close };
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #makeKey(name: string, algorithm = ['EC', '-pkeyopt', 'ec_paramgen_curve:P-256']): void {
    this.#run('genpkey -algorithm', algorithm, `-out ${name}.key`);
  }

  #issue(
    name: string,
    issuer: string,
    {
      constraints = 'critical,CA:FALSE',
      keyUse = 'critical,digitalSignature',
      uses,
      days = 99,
      algorithm,
    }: Rights & { uses?: string; days?: number; algorithm?: string[] },
  ): void {
    this.#makeKey(name, algorithm);
    this.#run(`req -new -key ${name}.key -subj /C=NZ/O=Test/CN=${name} -out ${name}.csr`);
    const extensions = [
      `basicConstraints=${constraints}`,
      `keyUsage=${keyUse}`,
      ...(uses ? [`extendedKeyUsage=${uses}`] : []),
      'subjectKeyIdentifier=hash',
      'authorityKeyIdentifier=keyid',
    ];
    writeFileSync(this.#path('extensions'), extensions.join('\n'));
    this.#run(
      `x509 -req -in ${name}.csr -CA ${issuer}.pem -CAkey ${issuer}.key -CAcreateserial`,
      `-sha256 -days ${days} -extfile extensions -out ${name}.pem`,
    );
  }

  /** @param args texts are split at spaces */
  #run(...args: (string | readonly string[])[]): void {
    const all = args.flatMap(each => (typeof each === 'string' ? each.split(' ') : each));
    execFileSync('openssl', all, { cwd: this.folder, stdio: 'ignore' });
  }

  #path(name: string): string {
    return join(this.folder, name);
  }

  #read(name: string): string {
    return readFileSync(this.#path(name), 'utf8');
  }
}

const timeStampSettings = `[tsa]
serial=serial
signer_cert=tsa.pem
signer_key=tsa.key
certs=root.pem
signer_digest=sha256
default_policy=1.2.3.4.1
digests=sha256
accuracy=secs:1
ess_cert_id_alg=sha256
`;

export interface ReadManifest {
  /** `Trusted`, `Valid` or `Invalid`. */
  readonly state: string;
  readonly failures: readonly string[];
  readonly isStamped: boolean;
  readonly actions: readonly {
    readonly action: string;
    readonly description?: string;
    readonly digitalSourceType?: string;
  }[];
  readonly ingredients: readonly { readonly relationship: string; readonly manifest?: string }[];
}

let isLoaded = false;

/** Reads a file's Content Credentials with the reader of the Content Authenticity Initiative; undefined if it has none. */
export async function readCredentials(
  bytes: Uint8Array,
  mimeType: string,
  root: string,
): Promise<ReadManifest | undefined> {
  if (!isLoaded) loadManifestLibrary();
  isLoaded = true;
  const settings = JSON.stringify({ trust: { user_anchors: root } });
  const reader = await WasmReader.fromBlob(mimeType, toBlob(bytes), settings).catch(String);
  if (typeof reader === 'string') {
    if (reader.includes('JumbfNotFound')) return undefined;
    throw new Error(reader);
  }
  const { validation_state, validation_results, manifests, active_manifest } = reader.manifestStore();
  const { failure, success } = validation_results.activeManifest;
  const { assertions, ingredients = [] } = manifests[active_manifest];
  const codesOf = (all: { code: string }[]) => all.map(({ code }) => code);
  return {
    state: validation_state,
    failures: codesOf(failure),
    isStamped: codesOf(success).includes('timeStamp.validated'),
    actions: assertions.flatMap((each: { label: string; data: { actions: [] } }) =>
      each.label.startsWith('c2pa.actions') ? each.data.actions : [],
    ),
    ingredients: ingredients.map(({ relationship, active_manifest: manifest }: Record<string, string>) => ({
      relationship,
      manifest,
    })),
  };
}

/**
 * Whether an independent reader takes the Content Credentials of an MP4. It reads no QuickTime metadata, no time stamps, mp3 only
 * with the media type of C2PA 1, and no WAV; it does not check who signed.
 */
export async function isTakenElsewhere(mp4: Uint8Array): Promise<boolean> {
  // It expects pictures.
  (BMFF as unknown as { canReadBrands: Set<string> }).canReadBrands.add('isom');
  const asset = new BMFF(new Uint8Array(mp4));
  const manifests = SuperBox.fromBuffer(new Uint8Array(asset.getManifestJUMBF() ?? []));
  return (await ManifestStore.read(manifests).validate(asset)).isValid;
}
