import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig, readEnvironment, settings } from './config.ts';
import type { Setting } from './setting.ts';

test('without any variable the product runs on one machine', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    dataDir: resolve('data'),
    databaseUrl: undefined,
    maxVideoBytes: 2_147_483_648,
    maxVideoSeconds: 14_400,
    freeNarrationsPerDay: 10,
    providers: {
      vision: 'auto',
      script: 'auto',
      speech: 'auto',
      premiumSpeech: 'auto',
      transcription: 'auto',
    },
    transcribe: 'ask',
    openAi: {
      vision: { apiKey: undefined, baseUrl: undefined, model: undefined },
      script: { apiKey: undefined, baseUrl: undefined, model: undefined },
      speech: { apiKey: undefined, baseUrl: undefined, model: undefined },
      transcription: { apiKey: undefined, baseUrl: undefined, model: undefined },
      maxSidePixels: 1024,
    },
    gemini: { apiKey: undefined, baseUrl: undefined, visionModel: undefined },
    anthropic: { apiKey: undefined, baseUrl: undefined, visionModel: undefined },
    mistral: { apiKey: undefined, baseUrl: undefined, visionModel: undefined },
    azure: {
      openAi: { vision: { deployment: '' } },
      speech: { apiKey: undefined, baseUrl: undefined },
    },
    elevenLabs: {
      apiKey: undefined,
      baseUrl: undefined,
      model: 'eleven_v4',
      transcriptionModel: 'scribe_v2',
    },
  });
});

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', OPENAI_API_KEY: '' })).toEqual(readConfig({}));
});

test('the script model defaults to the vision model', () => {
  const readScriptModel = (environment: Record<string, string>) =>
    readConfig({ OPENAI_VISION_MODEL: 'llava', ...environment }).openAi.script.model;
  expect(readScriptModel({})).toBe('llava');
  expect(readScriptModel({ OPENAI_SCRIPT_MODEL: 'qwen' })).toBe('qwen');
  expect(readScriptModel({ OPENAI_SCRIPT_BASE_URL: 'http://localhost:1/v1' })).toBe(undefined);
});

test('each role has its own address and key, or the common ones', () => {
  const { openAi } = readConfig({
    OPENAI_API_KEY: 'key-of-all',
    OPENAI_BASE_URL: 'https://ai.example.org/v1',
    OPENAI_VISION_API_KEY: 'key-of-eyes',
    OPENAI_SCRIPT_BASE_URL: 'https://ai.example.org/writers/v1/',
  });
  expect(openAi.vision).toMatchObject({ apiKey: 'key-of-eyes', baseUrl: 'https://ai.example.org/v1' });
  expect(openAi.script).toMatchObject({ apiKey: 'key-of-all', baseUrl: 'https://ai.example.org/writers/v1' });
  expect(openAi.speech).toMatchObject({ apiKey: 'key-of-all', baseUrl: 'https://ai.example.org/v1' });
});

test.each(['http://localhost:8880/v1', 'https://ai.example.org:8443/v1', 'http://ai.example.org/v1'])(
  'a key for one host is not sent to %s',
  baseUrl => {
    const environment = { OPENAI_API_KEY: 'key-of-all', OPENAI_SPEECH_BASE_URL: baseUrl };
    for (const all of [{}, { OPENAI_BASE_URL: 'https://ai.example.org/v1' }])
      expect(readConfig({ ...environment, ...all }).openAi.speech.apiKey).toBe(undefined);
  },
);

test('unknown providers and providers without vision are mistakes', () => {
  expect(() => readConfig({ VISION_PROVIDER: 'elevenlabs' })).toThrow('VISION_PROVIDER');
  expect(() => readConfig({ SPEECH_PROVIDER: 'parrot' })).toThrow('SPEECH_PROVIDER');
});

test('all mistakes are reported at once, by name and without secrets', () => {
  const environment = {
    PORT: '70000',
    PUBLIC_URL: 'https://narrate.example.org/app',
    DATABASE_URL: 'mysql://root:hunter2@db/benshi',
    TRUST_PROXY: '10.0.0.0/8, everyone',
    MAX_VIDEO_BYTES: '2GB',
  };
  const read = () => readConfig(environment);
  for (const name of Object.keys(environment)) expect(read).toThrow(new RegExp(`^  ${name} must be `, 'mu'));
  expect(read).not.toThrow(/hunter2/u);
});

test.each(['10.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8, 127.0.0.1'])('TRUST_PROXY accepts %s', text => {
  expect(readConfig({ TRUST_PROXY: text }).trustedProxies).toEqual(text.split(', '));
});

test.each(['true', '1', '10.0.0.0/33', '10.0.0.0/8/8'])(
  'TRUST_PROXY refuses %s, which would trust everybody',
  text => {
    expect(() => readConfig({ TRUST_PROXY: text })).toThrow('TRUST_PROXY');
  },
);

test('Azure does the steps with a deployment, and names a key without a region', () => {
  const keys = { AZURE_OPENAI_API_KEY: 'a-key', AZURE_SPEECH_KEY: 'another' };
  const resource = { AZURE_OPENAI_ENDPOINT: 'https://r.openai.azure.com', ...keys };
  const { openAi, speech } = readConfig({
    ...resource,
    AZURE_OPENAI_VISION_DEPLOYMENT: 'eyes',
    AZURE_SPEECH_REGION: 'westeurope',
  }).azure;
  const eyes = { deployment: 'eyes', apiKey: 'a-key', baseUrl: 'https://r.openai.azure.com' };
  expect(openAi).toMatchObject({ vision: eyes, script: eyes, speech: { deployment: '', apiKey: undefined } });
  expect(speech).toEqual({
    apiKey: 'another',
    baseUrl: 'https://westeurope.tts.speech.microsoft.com',
  });
  expect(() => readConfig(resource)).toThrow(/AZURE_SPEECH_REGION must[\s\S]+AZURE_OPENAI_ENDPOINT must/u);
});

test('keys and passwords copied from an example are refused in production only', () => {
  const environment = {
    OPENAI_API_KEY: 'sk-...',
    ELEVENLABS_API_KEY: 'sk_...',
    DATABASE_URL: 'postgres://benshi:changeme@db/benshi',
    AUTH_SECRET: 'please-change-me-to-something-random',
  };
  expect(readConfig(environment).openAi.vision.apiKey).toBe('sk-...');
  const read = () => readConfig({ ...environment, NODE_ENV: 'production' });
  expect(read).toThrow(
    'OPENAI_API_KEY is an example, not a key. Write your own key, or leave it out to use the offline engines.',
  );
  expect(read).toThrow('ELEVENLABS_API_KEY is an example, not a key. Write your own key, or leave it out.\n');
  expect(read).toThrow("DATABASE_URL has an example's password");
  expect(read).toThrow('AUTH_SECRET is an example');
});

test('accounts and mail work without settings on one machine', () => {
  expect(readConfig({})).toMatchObject({
    role: 'all',
    authSecret: undefined,
    smtpUrl: undefined,
    premiumEmails: [],
    standardNarrationsPerDay: 50,
    premiumNarrationsPerDay: 500,
    tokenSync: undefined,
    google: {
      clientId: undefined,
      discoveryUrl: 'https://accounts.google.com/.well-known/openid-configuration',
    },
  });
});

test('the own sign-in is read with what people usually write', () => {
  const given = {
    OIDC_ISSUER: 'https://auth.example.org/realms/x/',
    OIDC_CLIENT_ID: 'a',
    OIDC_CLIENT_SECRET: 'b',
  };
  const discoveryUrl = 'https://auth.example.org/realms/x/.well-known/openid-configuration';
  expect(readConfig(given)).toMatchObject({
    oidc: {
      discoveryUrl,
      name: 'auth.example.org',
      scopes: ['openid', 'email', 'profile'],
      allowedDomains: undefined,
    },
    isSignUpOpen: true,
    hasPasswordSignIn: true,
  });
  const others = {
    OIDC_ISSUER: discoveryUrl,
    OIDC_SCOPES: 'openid, email',
    OIDC_ALLOWED_DOMAINS: 'Example.org, @example.net',
    SIGN_UP: 'off',
    PASSWORD_SIGN_IN: 'off',
  };
  expect(readConfig({ ...given, ...others })).toMatchObject({
    oidc: { discoveryUrl, scopes: ['openid', 'email'], allowedDomains: ['example.org', 'example.net'] },
    isSignUpOpen: false,
    hasPasswordSignIn: false,
  });
});

test('text is read in English and in the configured languages', () => {
  expect(readConfig({}).offlineTextLanguages).toEqual(['eng']);
  expect(readConfig({ OFFLINE_TEXT_LANGUAGES: ' deu, jpn,eng,' }).offlineTextLanguages).toEqual([
    'eng',
    'deu',
    'jpn',
  ]);
  expect(() => readConfig({ OFFLINE_TEXT_LANGUAGES: '../secret' })).toThrow(
    'OFFLINE_TEXT_LANGUAGES must be codes of languages',
  );
});

test('premium addresses are converted to lower case and trimmed', () => {
  expect(readConfig({ PREMIUM_EMAILS: ' Ada@Example.org, bob@example.org ,' }).premiumEmails).toEqual([
    'ada@example.org',
    'bob@example.org',
  ]);
  expect(() => readConfig({ PREMIUM_EMAILS: 'ada' })).toThrow('PREMIUM_EMAILS must be email addresses');
});

test.each([
  ['Benshi <benshi@example.org>', { name: 'Benshi', address: 'benshi@example.org' }],
  ['benshi@example.org', { name: 'Benshi', address: 'benshi@example.org' }],
])('MAIL_FROM accepts %s', (text, sender) => {
  expect(readConfig({ MAIL_FROM: text }).mailFrom).toEqual(sender);
});

test.each([
  [{ DATABASE_URL: 'postgres://benshi:x@db/benshi' }, 'AUTH_SECRET must be set together with DATABASE_URL'],
  [{ ROLE: 'web' }, 'ROLE must be all without DATABASE_URL'],
  [{ ROLE: 'worker' }, 'PUBLIC_URL must be set for a worker'],
  [{ SMTP_URL: 'smtp://mail.example.org' }, 'MAIL_FROM must be set together with SMTP_URL'],
  [{ SMTP_URL: 'http://mail.example.org' }, 'SMTP_URL must be'],
  [{ MAIL_FROM: 'a@x.org, b@y.org' }, 'MAIL_FROM must be'],
  [{ MAIL_FROM: 'Ada\r\nBcc: eve@x.org <a@x.org>' }, 'MAIL_FROM must be'],
  [{ STRIPE_WEBHOOK_SECRET: 'whsec_short' }, 'STRIPE_WEBHOOK_SECRET must be the signing secret'],
  [
    { STRIPE_WEBHOOK_SECRET: `sk_live_${'a1'.repeat(20)}` },
    'STRIPE_WEBHOOK_SECRET must be the signing secret',
  ],
  [{ PREMIUM_PLAN_URL: 'javascript:alert(1)' }, 'PREMIUM_PLAN_URL must be a path'],
  [{ PREMIUM_PLAN_URL: 'data:text/html,buy' }, 'PREMIUM_PLAN_URL must be a path'],
  [{ PREMIUM_PLAN_URL: '//evil.example' }, 'PREMIUM_PLAN_URL must be a path'],
  [{ STRIPE_PAYMENT_LINKS: 'https://buy.stripe.com/abc' }, 'STRIPE_PAYMENT_LINKS must be ids'],
  [
    { NODE_ENV: 'production', STRIPE_WEBHOOK_SECRET: 'whsec_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' },
    'STRIPE_WEBHOOK_SECRET is an example',
  ],
  [
    { OIDC_ISSUER: 'https://auth.example.org' },
    'OIDC_CLIENT_ID, OIDC_CLIENT_SECRET must be set, too: OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET belong together.',
  ],
  [{ OIDC_NAME: 'Example' }, 'OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET must be set, too'],
  [{ OIDC_ISSUER: 'auth.example.org' }, 'OIDC_ISSUER must be an address such as'],
  [{ OIDC_SCOPES: 'email profile' }, 'OIDC_SCOPES must contain openid'],
  [{ OIDC_ALLOWED_DOMAINS: 'example.org,' }, 'OIDC_ALLOWED_DOMAINS must be domains such as'],
  [{ SIGN_UP: 'no' }, 'SIGN_UP must be on or off'],
  [{ PASSWORD_SIGN_IN: 'off' }, 'PASSWORD_SIGN_IN must be on, as there is no other way to sign in'],
  [{ PASSWORD_SIGN_IN: 'off', GOOGLE_CLIENT_ID: 'a' }, 'PASSWORD_SIGN_IN must be on'],
  [{ AUTH_SECRET: 'short' }, 'AUTH_SECRET must have at least 32 characters'],
])('%o is refused', (environment, sentence) => {
  expect(() => readConfig(environment as Record<string, string>)).toThrow(sentence);
});

test.each(['https://0123456789abcdef@errors.example.org/1', 'http://key@127.0.0.1:9000/base/42'])(
  'SENTRY_DSN accepts %s',
  text => {
    expect(readConfig({ SENTRY_DSN: text }).sentryDsn).toBe(text);
  },
);

test.each([
  'errors.example.org',
  'https://errors.example.org/1',
  'https://key:secret@errors.example.org/1',
  'https://key@errors.example.org/project',
  'ftp://key@errors.example.org/1',
])('SENTRY_DSN refuses %s', text => {
  expect(() => readConfig({ SENTRY_DSN: text })).toThrow('SENTRY_DSN must be a DSN such as');
});

test('the contact form uses this server and default IDs; "none" removes an ID', () => {
  expect(readConfig({})).toMatchObject({
    contactTo: undefined,
    emailJs: { origin: undefined, userId: 'benshi', serviceId: 'default_service', templateId: 'contact' },
  });
  expect(
    readConfig({
      EMAILJS_ORIGIN: 'https://api.emailjs.com/',
      EMAILJS_USER_ID: 'none',
      EMAILJS_SERVICE_ID: '',
    }),
  ).toMatchObject({
    emailJs: { origin: 'https://api.emailjs.com', userId: undefined, serviceId: 'default_service' },
  });
});

test.each([
  [
    { EMAILJS_ORIGIN: 'https://api.emailjs.com/api/v1.0' },
    'EMAILJS_ORIGIN must be scheme, host and port only',
  ],
  [{ EMAILJS_ORIGIN: 'api.emailjs.com' }, 'EMAILJS_ORIGIN must be an address'],
  [{ EMAILJS_TEMPLATE_ID: ' ' }, 'EMAILJS_TEMPLATE_ID must be an ID, or none'],
  [{ CONTACT_TO: 'a@x.example, b@y.example' }, 'CONTACT_TO must be one address'],
  [{ CONTACT_TO: 'Ada <a@x.example>' }, 'CONTACT_TO must be one address'],
])('the message setting %o is refused', (environment, sentence) => {
  expect(() => readConfig(environment as Record<string, string>)).toThrow(sentence);
});

test.each(Object.entries(settings))('the documented default of %s is the real one', (_name, each) => {
  const read = each.schema.safeParse(undefined);
  // Other documented defaults are descriptions, such as that a value is stored in DATA_DIR.
  if (!read.success || !['string', 'number'].includes(typeof read.data)) return;
  const reported = each.defaultText.split(' (')[0];
  const inOtherWords = [
    [resolve('data'), './data'],
    ['https://accounts.google.com/.well-known/openid-configuration', "Google's own"],
  ];
  expect([[String(read.data), String(read.data)], ...inOtherWords]).toContainEqual([
    String(read.data),
    reported,
  ]);
});

test('an invalid price list is reported together with all other mistakes', () => {
  const read = () => readConfig({ PRICES_FILE: '/nowhere/prices.json', PORT: 'a' });
  expect(read).toThrow('PRICES_FILE is not there.');
  expect(read).toThrow('PORT must be a whole number');
});

describe('a secret in a file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'benshi-secrets-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (text: string) => {
    const path = join(folder, 'secret');
    writeFileSync(path, text);
    return path;
  };

  test.each(Object.entries<Setting<unknown>>(settings).filter(([name]) => /KEY$|SECRET$|TOKEN$/u.test(name)))(
    '%s may be one',
    (_name, { isSecret }) => expect(isSecret).toBe(true),
  );

  test.each(['\n', '\r\n', ''])('is read without %j at its end', end => {
    const environment = { OPENAI_API_KEY_FILE: write(`sk-of-the-file${end}`) };
    expect(readConfig(environment).openAi.vision.apiKey).toBe('sk-of-the-file');
    expect(readEnvironment(environment)).toEqual({ OPENAI_API_KEY: 'sk-of-the-file' });
  });

  test('loses one newline only, and nothing else', () => {
    const environment = { AUTH_SECRET_FILE: write(` ${'s'.repeat(32)} \n\n`) };
    expect(readConfig(environment).authSecret).toBe(` ${'s'.repeat(32)} \n`);
  });

  test('counts in all checks between settings', () => {
    const DATABASE_URL_FILE = write('postgres://benshi:x@db/benshi\n');
    expect(() => readConfig({ DATABASE_URL_FILE })).toThrow('AUTH_SECRET must be set together');
    expect(() => readConfig({ OPENAI_API_KEY_FILE: write('sk-...'), NODE_ENV: 'production' })).toThrow(
      'OPENAI_API_KEY is an example',
    );
  });

  test('is no setting if the variable is empty, nor for what is no secret', () => {
    const environment = { OPENAI_API_KEY_FILE: '', OPENAI_BASE_URL_FILE: write('http://localhost:1/v1') };
    expect(readConfig(environment)).toEqual(readConfig({}));
  });

  test('that cannot be used is a mistake that names variable and file, never the content', () => {
    const file = write('sk-twice');
    const long = join(folder, 'long');
    writeFileSync(long, 'k'.repeat(65_537));
    const blank = join(folder, 'blank');
    writeFileSync(blank, '\n');
    const read = () =>
      readConfig({
        OPENAI_API_KEY: 'sk-once',
        OPENAI_API_KEY_FILE: file,
        GEMINI_API_KEY_FILE: join(folder, 'missing'),
        MISTRAL_API_KEY_FILE: folder,
        ANTHROPIC_API_KEY_FILE: long,
        ELEVENLABS_API_KEY_FILE: blank,
        METRICS_TOKEN_FILE: 'token-instead-of-a-path',
      });
    for (const sentence of [
      'OPENAI_API_KEY and OPENAI_API_KEY_FILE are both set: remove one.',
      `GEMINI_API_KEY_FILE: ENOENT: no such file or directory, stat '${join(folder, 'missing')}'.`,
      `MISTRAL_API_KEY_FILE: ${folder} is no file of at most 65536 bytes.`,
      `ANTHROPIC_API_KEY_FILE: ${long} is no file of at most 65536 bytes.`,
      `ELEVENLABS_API_KEY_FILE: ${blank} is empty.`,
      'METRICS_TOKEN_FILE must be a whole path such as /run/secrets/key.',
    ])
      expect(read).toThrow(sentence);
    expect(read).not.toThrow(/sk-|kkk|instead/u);
  });
});

test('a key with a line break is a mistake, as the error of a request would quote it', () => {
  for (const key of ['sk-first\nsk-second', 'sk-first\r\n\r\nGET /', 'sk-…3fq8'])
    expect(() => readConfig({ OPENAI_API_KEY: key })).toThrow(
      'OPENAI_API_KEY must be one line of plain characters.',
    );
});
