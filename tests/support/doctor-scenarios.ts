import { readFileSync, writeFileSync } from 'node:fs';
import { mock } from 'node:test';
import { fileURLToPath } from 'node:url';
import { examine } from '../../src/cli/doctor/examine.ts';
import { type LocalServer, usualServers } from '../../src/cli/doctor/local-addresses.ts';
import { startElevenLabsStandIn } from './elevenlabs-stand-in.ts';
import { testKey as geminiKey } from './gemini-calls.ts';
import { startGeminiStandIn } from './gemini-stand-in.ts';
import { startKokoroStandIn } from './kokoro-stand-in.ts';
import { startOllamaStandIn } from './ollama-stand-in.ts';
import { completionChunks, eventStreamText } from './openai-bodies.ts';
import { refusals } from './openai-faults.ts';
import { startOpenAiStandIn } from './openai-stand-in.ts';
import { testKey } from './provider-calls.ts';
import { startRealtimeStandIn } from './realtime-stand-in.ts';
import { resolveHere } from './resolve-here.ts';
import { trustCertificate } from './trust-certificate.ts';

/** What a person has set, and which of the usual ports somebody listens at. */
interface Setup {
  readonly environment: Readonly<Record<string, string>>;
  /** By the usual port, where it really is. */
  readonly ports?: Readonly<Record<number, number>>;
}

type Scenario = (opened: AsyncDisposableStack) => Promise<Setup>;

/** Nobody is asked there, because `fetch` asks none of them. */
const closedPorts = [1, 7, 9, 11, 13];

/** Models end and prices change: the guide shows one day. */
const shownDay = new Date('2026-11-22T12:00:00Z');

/** What a writer says who obeys. */
export const welsh = 'Mae barcud coch yn hedfan yn dawel uwchben y bryn gwyrdd, ac mae’r gwynt yn ei gario.';

/** A stand-in's address by the name of the vendor it stands in for. */
function atVendor(address: string, name = 'api.openai.com'): string {
  return address.replace('127.0.0.1', name);
}

/** What docs/guides/connect-an-ai.md shows the doctor with, by the names that stand there. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  'openai-today': async opened => {
    const openAi = await keep(opened, startOpenAiStandIn());
    openAi.have(
      { id: 'gpt-4o', shutdown_date: '2027-01-14', generation: 'older' },
      { id: 'tts-1', shutdown_date: '2027-01-06' },
    );
    openAi.say({ script: welsh });
    return { environment: { OPENAI_API_KEY: testKey, OPENAI_BASE_URL: atVendor(openAi.baseUrl) } };
  },
  'openai-next-year': async opened => {
    const openAi = await keep(opened, startRealtimeStandIn());
    trustCertificate(openAi.certificate);
    openAi.say({ script: welsh });
    return { environment: { OPENAI_API_KEY: testKey, OPENAI_BASE_URL: atVendor(openAi.baseUrl) } };
  },
  gemini: async opened => ({ environment: await setUpGemini(opened) }),
  'ollama-and-kokoro': async opened => {
    const ollama = await startObedientOllama(opened, 16_384);
    const kokoro = await keep(opened, startKokoroStandIn());
    return {
      environment: { OPENAI_BASE_URL: ollama.baseUrl, OPENAI_SPEECH_BASE_URL: kokoro.baseUrl },
      ports: { 11434: portOf(ollama), 8880: portOf(kokoro) },
    };
  },
  mixed: async opened => {
    const ollama = await startObedientOllama(opened, 16_384);
    const elevenLabs = await keep(opened, startElevenLabsStandIn());
    return {
      environment: {
        OPENAI_VISION_BASE_URL: ollama.baseUrl,
        ...(await setUpGemini(opened)),
        ELEVENLABS_API_KEY: testKey,
        ELEVENLABS_BASE_URL: atVendor(elevenLabs.baseUrl, 'api.elevenlabs.io'),
      },
      ports: { 11434: portOf(ollama) },
    };
  },
  'nothing-set-up': async () => ({ environment: {} }),
  'found-here': async opened => {
    const ollama = await startObedientOllama(opened, 16_384);
    const kokoro = await keep(opened, startKokoroStandIn());
    return { environment: {}, ports: { 11434: portOf(ollama), 8880: portOf(kokoro) } };
  },
  'wrong-key': async opened => {
    const openAi = await keep(opened, startOpenAiStandIn());
    for (const call of ['models', 'vision', 'script', 'speech'] as const)
      openAi.always(call, refusals.invalidKey);
    return { environment: { OPENAI_API_KEY: testKey, OPENAI_BASE_URL: atVendor(openAi.baseUrl) } };
  },
  'foreign-key': async () => ({ environment: { GEMINI_API_KEY: testKey } }),
};

async function setUpGemini(opened: AsyncDisposableStack) {
  const { baseUrl } = await keep(opened, startGeminiStandIn());
  return {
    GEMINI_API_KEY: geminiKey,
    GEMINI_BASE_URL: atVendor(baseUrl, 'generativelanguage.googleapis.com'),
  };
}

async function startObedientOllama(opened: AsyncDisposableStack, contextTokens: number) {
  const ollama = await keep(opened, startOllamaStandIn({ contextTokens }));
  ollama.always('script', ({ request, response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(eventStreamText(completionChunks(request.body.model, { content: welsh })));
  });
  return ollama;
}

function portOf({ origin }: { readonly origin: string }): number {
  return Number(new URL(origin).port);
}

async function keep<StandIn extends { close(): Promise<void> }>(
  opened: AsyncDisposableStack,
  starting: Promise<StandIn>,
): Promise<StandIn> {
  return opened.adopt(await starting, standIn => standIn.close());
}

/** Runs the doctor as the guide shows it. */
export async function runScenario(name: string): Promise<string> {
  const scenario = scenarios[name];
  if (!scenario) throw new Error(`There is no scenario ${name}.`);
  await using opened = new AsyncDisposableStack();
  using _names = resolveHere('api.openai.com', 'generativelanguage.googleapis.com', 'api.elevenlabs.io');
  const { environment, ports = {} } = await scenario(opened);
  const localServers = usualServers.map((server, at) => ({
    ...server,
    port: ports[server.port] ?? closedPorts[at] ?? 0,
  }));
  const lines: string[] = [];
  mock.timers.enable({ apis: ['Date'], now: shownDay });
  opened.defer(() => mock.timers.reset());
  await examine({
    environment,
    print: line => lines.push(line),
    signal: new AbortController().signal,
    localServers,
  });
  return showUsualPorts(lines.join('\n'), ports, localServers);
}

/** As where everybody listens at the usual port, with the columns that this makes. */
function showUsualPorts(
  said: string,
  ports: Readonly<Record<string, number>>,
  servers: readonly LocalServer[],
): string {
  const usual = new Map<string, string>([
    ...servers.map(({ port }, at) => [String(port), String(usualServers[at]?.port)] as const),
    ...Object.entries(ports).map(([shown, real]) => [String(real), shown] as const),
  ]);
  return said
    .replaceAll(/^localhost:(\d+) +/gmu, (label, port) => `localhost:${usual.get(port)}`.padEnd(label.length))
    .replaceAll(/\/\/localhost:(\d+)/gu, (_, port) => `//localhost:${usual.get(port)}`)
    .replaceAll(/\(127\.0\.0\.1:(\d+)\)/gu, (_, port) => `(localhost:${usual.get(port)})`);
}

const guide = fileURLToPath(new URL('../../docs/guides/connect-an-ai.md', import.meta.url));
const place = /<!-- doctor: ([\w-]+) -->\n(?:\n```text\n([\s\S]*?)\n```\n)?/gu;

/** What the guide shows, by the names of the scenarios. */
export function readShownOutputs(): ReadonlyMap<string, string> {
  const text = readFileSync(guide, 'utf8');
  return new Map([...text.matchAll(place)].map(([, name = '', shown = '']) => [name, shown]));
}

/** Writes what the doctor says now into the guide. */
async function updateGuide(names: readonly string[]): Promise<void> {
  const printed = new Map<string, string>();
  for (const name of names) printed.set(name, await runScenario(name));
  const text = readFileSync(guide, 'utf8');
  const updated = text.replaceAll(place, (whole, name: string) => {
    const said = printed.get(name);
    return said === undefined ? whole : `<!-- doctor: ${name} -->\n\n\`\`\`text\n${said}\n\`\`\`\n`;
  });
  writeFileSync(guide, updated);
}

// `node tests/support/doctor-scenarios.ts [name …]`
if (import.meta.main) {
  const named = process.argv.slice(2);
  await updateGuide(named.length > 0 ? named : Object.keys(scenarios));
}
