import { mkdtempSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocketServer } from 'ws';
import { type Certificate, makeCertificate } from './make-certificate.ts';
import { type OpenAiStandIn, type StandInModel, startOpenAiStandIn } from './openai-stand-in.ts';
import {
  type GreetingBehaviour,
  greetAsVendor,
  RealtimeSession,
  type TurnBehaviour,
} from './realtime-session.ts';
import type { RealtimeTurn } from './realtime-turn.ts';

/** OpenAI after the end of the speech endpoint, or at any time that a test sets. */
export interface RealtimeStandIn extends OpenAiStandIn {
  /** The certificate that clients must trust, as PEM. */
  readonly certificate: string;
  /** Every connection to the Realtime API so far. */
  readonly sessions: readonly RealtimeSession[];
  /** Milliseconds for a second of sound; 0 at first. */
  setPace(ms: number): void;
  /** Sets the greetings of the next connections, one each; then the usual one again. */
  greetNext(...behaviours: GreetingBehaviour[]): void;
  greetAlways(behaviour: GreetingBehaviour): void;
  /** Answers the next handshakes with HTTP, as a gateway before the vendor does. */
  refuseHandshake(...heads: string[]): void;
  /** Sets the behaviour of the next responses, one each; then the usual one again. */
  respondNext(...behaviours: TurnBehaviour[]): void;
  respondAlways(behaviour: TurnBehaviour): void;
  /** Waits for the next response. */
  waitForTurn(): Promise<RealtimeTurn>;
}

/** The models after the end of the speech endpoint. */
export const nextYearsModels: readonly StandInModel[] = [
  { id: 'gpt-6-luna', shutdown_date: null, generation: 'newer' },
  { id: 'gpt-realtime-2.1-mini', shutdown_date: null },
];
/** The models of 2026, as long before their shutdown as on 2026-11-22, whenever a test runs. */
export const todaysModels: readonly StandInModel[] = [
  ...nextYearsModels,
  { id: 'gpt-4o', shutdown_date: reportDay(53), generation: 'older' },
  { id: 'tts-1', shutdown_date: reportDay(45) },
  { id: 'tts-1-hd', shutdown_date: reportDay(45) },
];

/**
 * A local server with OpenAI's API over TLS: chat, the speech endpoint while it exists, the list of models, and the
 * Realtime API, with any fault. `node tests/support/realtime-stand-in.ts [port]` runs it alone.
 */
export async function startRealtimeStandIn({ port = 0 } = {}): Promise<RealtimeStandIn> {
  const certificate = makeCertificate();
  const state = new RealtimeState();
  const openAi = await startOpenAiStandIn({
    port,
    makeServer: handle => makeServer(certificate, state, handle),
  });
  const setModels = (...models: readonly StandInModel[]) => {
    openAi.setModels(...models);
    state.models = models.map(model => (typeof model === 'string' ? model : model.id));
  };
  setModels(...nextYearsModels);
  return {
    ...openAi,
    get requests() {
      return openAi.requests;
    },
    get timesListed() {
      return openAi.timesListed;
    },
    certificate: certificate.cert,
    sessions: state.sessions,
    setModels,
    setPace: (ms: number) => {
      state.paceMs = ms;
    },
    greetNext: (...behaviours: GreetingBehaviour[]) => state.greetings.push(...behaviours),
    greetAlways: (behaviour: GreetingBehaviour) => {
      state.greeting = behaviour;
    },
    refuseHandshake: (...heads: string[]) => state.refusals.push(...heads),
    respondNext: (...behaviours: TurnBehaviour[]) => state.responses.push(...behaviours),
    respondAlways: (behaviour: TurnBehaviour) => {
      state.response = behaviour;
    },
    waitForTurn: () => new Promise<RealtimeTurn>(resolve => state.waiting.push(resolve)),
    reset: () => {
      openAi.reset();
      state.reset();
      setModels(...nextYearsModels);
    },
    close: async () => {
      for (const session of state.sessions) session.cut();
      await openAi.close();
    },
  };
}

/** Settings and records of the stand-in. */
class RealtimeState {
  readonly sessions: RealtimeSession[] = [];
  readonly greetings: GreetingBehaviour[] = [];
  readonly refusals: string[] = [];
  readonly responses: TurnBehaviour[] = [];
  readonly waiting: ((turn: RealtimeTurn) => void)[] = [];
  models: readonly string[] = [];
  greeting: GreetingBehaviour | undefined;
  response: TurnBehaviour | undefined;
  paceMs = 0;

  reset(): void {
    for (const list of [this.sessions, this.greetings, this.refusals, this.responses, this.waiting])
      list.length = 0;
    this.greeting = undefined;
    this.response = undefined;
    this.paceMs = 0;
  }

  greet(session: RealtimeSession): void {
    this.sessions.push(session);
    const greet = this.greetings.shift() ?? this.greeting;
    if (greet) greet(session);
    else greetAsVendor(session, this.models);
  }
}

function makeServer(certificate: Certificate, state: RealtimeState, handle: RequestListener) {
  const server = createServer(certificate, (request, response) => {
    if (isGone(state, request)) sendGone(request, response);
    else handle(request, response);
  });
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'https://localhost');
    const refusal = state.refusals.shift();
    if (refusal !== undefined || pathname !== '/v1/realtime') {
      socket.end(refusal ?? 'HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, webSocket => {
      const session = new RealtimeSession(webSocket, {
        headers: request.headers,
        query: Object.fromEntries(searchParams),
        takeBehaviour: () => state.responses.shift() ?? state.response,
        reportTurn: turn => {
          for (const resolve of state.waiting.splice(0)) resolve(turn);
        },
        paceMs: () => state.paceMs,
      });
      state.greet(session);
    });
  });
  server.on('close', () => sockets.close());
  return server;
}

/** The speech endpoint exists as long as its model. */
function isGone(state: RealtimeState, request: IncomingMessage): boolean {
  return request.url === '/v1/audio/speech' && !state.models.includes('tts-1');
}

function sendGone(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  const message = 'Invalid URL (POST /v1/audio/speech)';
  response.writeHead(404, { 'content-type': 'application/json', 'x-request-id': 'req_stand_in' });
  response.end(
    JSON.stringify({ error: { message, type: 'invalid_request_error', param: null, code: null } }),
  );
}

function reportDay(daysAhead: number): string {
  return new Date(Date.now() + daysAhead * 86_400_000).toISOString().slice(0, 10);
}

if (import.meta.main) {
  const standIn = await startRealtimeStandIn({ port: Number(process.argv[2] ?? 0) });
  const file = join(mkdtempSync(join(tmpdir(), 'benshi-stand-in-')), 'certificate.pem');
  writeFileSync(file, standIn.certificate);
  process.stdout.write(
    `NODE_EXTRA_CA_CERTS=${file} OPENAI_BASE_URL=${standIn.baseUrl} OPENAI_API_KEY=sk-stand-in-0123456789\n`,
  );
}
