import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { describeFoundServers, withFoundServers } from '#server/find-servers.ts';
import { type OllamaStandIn, ollamaModels, startOllamaStandIn } from '../support/ollama-stand-in.ts';
import { startSpeechServer } from '../support/speech-server-stand-ins.ts';

let ollama: OllamaStandIn;
let port: string;

beforeAll(async () => {
  ollama = await startOllamaStandIn();
  ({ port } = new URL(ollama.origin));
});
afterAll(() => ollama.close());

const find = (environment: Record<string, string>) =>
  withFoundServers(readConfig({ LOCAL_AI_PORTS: port, ...environment }), new AbortController().signal);

describe('without any provider set up', () => {
  test('an Ollama on this machine looks and writes, and the terminal says so', async () => {
    const { openAi, foundServers } = await find({});
    const address = `http://localhost:${port}/v1`;
    expect([openAi.vision.baseUrl, openAi.script.baseUrl, openAi.speech.baseUrl]).toEqual([
      address,
      address,
      undefined,
    ]);
    expect(foundServers && describeFoundServers(foundServers)).toEqual([
      expect.stringMatching(new RegExp(`Ollama .port ${port}.*LOCAL_AI_PORTS=none`, 'u')),
    ]);
  });

  test.each([
    ['none that sees', [ollamaModels.llama]],
    ['none that runs here', [ollamaModels.cloud]],
    ['none at all', []],
  ])(
    'an Ollama with models, but %s, is not used; the terminal names the line that fetches one',
    async (_, models) => {
      ollama.install(...models);
      const { openAi, foundServers } = await find({});
      ollama.install(...Object.values(ollamaModels));
      expect(openAi.vision.baseUrl).toBeUndefined();
      expect(foundServers && describeFoundServers(foundServers).join()).toMatch(/ollama pull \S+$/u);
    },
  );

  test("Piper's own server speaks; AirPlay, which may listen at its port and refuses everything, does not", async () => {
    await using opened = new AsyncDisposableStack();
    const piper = opened.adopt(await startSpeechServer('piper'), server => server.close());
    const airPlay = createServer((_, response) => response.writeHead(403, { server: 'AirTunes' }).end());
    opened.defer(() => void airPlay.close());
    airPlay.listen(0, '127.0.0.1');
    await once(airPlay, 'listening');
    const piperPort = new URL(piper.origin).port;
    const ports = [(airPlay.address() as AddressInfo).port, piperPort];
    const { openAi } = await find({ LOCAL_AI_PORTS: ports.join(', ') });
    expect([openAi.vision.baseUrl, openAi.speech.baseUrl]).toEqual([
      undefined,
      `http://localhost:${piperPort}/v1`,
    ]);
  });

  test('what is no AI server is not used', async () => {
    const server = createServer((_, response) => response.end('<!doctype html><title>A router</title>'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { openAi, foundServers } = await find({
      LOCAL_AI_PORTS: `9, ${(server.address() as AddressInfo).port}`,
    });
    server.close();
    expect(openAi.vision.baseUrl).toBeUndefined();
    expect(foundServers && describeFoundServers(foundServers)).toEqual([]);
  });
});

test.each([
  ['a key is set', { OPENAI_API_KEY: 'sk-test-key-of-nobody' }],
  ['another address is set', { OPENAI_BASE_URL: 'http://localhost:9/v1' }],
  ['the offline engine is wanted', { VISION_PROVIDER: 'offline' }],
  ['it is turned off', { LOCAL_AI_PORTS: 'none' }],
])('no port is asked when %s', async (_, environment) => {
  const before = ollama.requests.length;
  const { openAi, foundServers } = await find(environment);
  expect(ollama.requests).toHaveLength(before);
  expect(String(openAi.vision.baseUrl)).not.toContain(port);
  expect(foundServers).toBeUndefined();
});
