import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import multipart from '@fastify/multipart';
import swagger from '@fastify/swagger';
import underPressure from '@fastify/under-pressure';
import Fastify, { type ConnectionError, type FastifyBaseLogger, LogController } from 'fastify';
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { PriceList } from '#engines/prices/prices.ts';
import { computeCost } from '#engines/prices/prices.ts';
import { CodedError, refuse } from '#shared/errors.ts';
import { watchJson } from '#shared/json-depth.ts';
import { maxJsonDepth } from '#shared/limits.ts';
import { fill } from '#shared/messages/message.ts';
import { requestErrors } from '#shared/messages/request-errors.ts';
import { addAccountRoutes, addPronunciationRoutes } from './accounts/account-routes.ts';
import { Accounts } from './accounts/accounts.ts';
import { addTokenRoutes } from './accounts/api-tokens.ts';
import { addAuthRoutes } from './accounts/auth-routes.ts';
import { addInvitationRoute } from './accounts/invitations.ts';
import { type AccountParts, KnownPlaces } from './accounts/sign-in.ts';
import type { EngineRoles } from './choose-engines.ts';
import type { Config } from './config/config.ts';
import { addConfigRoute } from './config-route.ts';
import { AccountCosts, toDay } from './costs/account-costs.ts';
import { addCostRoutes } from './costs/cost-routes.ts';
import { createReceipts, type Receipts } from './costs/receipts.ts';
import { ContentCredentials } from './credentials/content-credentials.ts';
import { addCredentialsRoute } from './credentials/credentials-route.ts';
import { StartError } from './data-folder/explain-folder.ts';
import type { DataFolder } from './data-folder/open-data-folder.ts';
import type { SettingsFile } from './data-folder/saved-settings.ts';
import type { Database } from './database/database.ts';
import type { DecodingBudget } from './decoding/decoding-limits.ts';
import type { FrameReader } from './decoding/frame-reader.ts';
import { callDescription } from './guards/describe-calls.ts';
import { openToAll } from './guards/guards.ts';
import { Routes } from './guards/routes.ts';
import { answerProblem, observeRequests, toProblem } from './http/answer-problem.ts';
import { closeStalledAnswers, type ListenerLimits } from './http/answer-with-stream.ts';
import type { App, Reply, Request } from './http/app-types.ts';
import { normalizePageUrl, servePage } from './http/page.ts';
import { type RunningWork, trackWork } from './http/running-work.ts';
import {
  checkHead,
  checkOrigin,
  listBareHeaders,
  refuseOtherMethods,
  setSecurityHeaders,
} from './http/security.ts';
import { limitVideoTimes } from './http/validate-fields.ts';
import { type KeyedCallLimits, KeyedCalls } from './idempotency/keyed-calls.ts';
import type { JobQueue } from './jobs/job-queue.ts';
import { createCallLimits } from './limits/concurrency-limit.ts';
import { DailyLimits } from './limits/count-daily-use.ts';
import { type AccountLimits, RecentTries } from './limits/recent-tries.ts';
import type { LiveEngines } from './live-engines.ts';
import { addMcpRoute } from './mcp/mcp-route.ts';
import { addSoundRoute } from './mcp/sound-route.ts';
import { addFeedbackRoute, addSendFormRoute, type MessageParts } from './messages/message-routes.ts';
import { addFitRoutes } from './narrations/fit-routes.ts';
import { addFreeAllowanceRoute, addFreeAnalysisRoute } from './narrations/free-analysis-route.ts';
import type { NarrationParts } from './narrations/narration-parts.ts';
import { addSpeechRoutes } from './narrations/speech-routes.ts';
import { addTranscriptRoutes } from './narrations/transcript-routes.ts';
import {
  addCreateScriptRoute,
  addRewriteRoutes,
  addScriptRoutes,
  addTranslateRoutes,
} from './narrations/writing-routes.ts';
import { createMetrics, type Metrics } from './operations/metrics.ts';
import { watchEngines } from './operations/watch-engines.ts';
import { addOperatorRoutes } from './operator-routes.ts';
import { Plans } from './plans/plans.ts';
import { addStripeWebhookRoute } from './plans/stripe-webhook-route.ts';
import { addPrivacyRoute } from './privacy/privacy-route.ts';
import { addProjectRoutes } from './projects/project-routes.ts';
import { ProjectStore } from './projects/project-store.ts';
import { addReviewRoutes, addShareRoutes } from './projects/review-routes.ts';
import type { SetupAccess } from './setup/setup-access.ts';
import { addSetupRoutes, openDownloads } from './setup/setup-routes.ts';
import type { UploadLimits } from './uploads/upload-limits.ts';
import { Uploads } from './uploads/uploads.ts';
import { closeBroken, drainRefusedBodies, takeTextBodies, watchBodies } from './uploads/watch-body.ts';
import { addVoiceRoutes } from './voices/voice-routes.ts';
import { type VoiceSampleLimits, VoiceSamples } from './voices/voice-samples.ts';

/** The caller opens these, and closes them after the app. */
export interface AppParts {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly dataFolder: DataFolder;
  readonly database: Database;
  readonly engines: LiveEngines;
  readonly settings: SettingsFile;
  readonly setupAccess: SetupAccess;
  readonly frameReader: FrameReader;
  readonly decodingBudget: DecodingBudget;
  readonly uploadLimits: UploadLimits;
  readonly listenerLimits: ListenerLimits;
  readonly loadLimits: LoadLimits;
  readonly queue: JobQueue;
  readonly accountLimits: AccountLimits;
  readonly voiceSampleLimits: VoiceSampleLimits;
  readonly keyedCallLimits: KeyedCallLimits;
  /** Signs sessions and links, and keys the hashes of rate limits. */
  readonly secret: string;
  readonly pageFolder: string;
}

const maxJsonBytes = 1024 * 1024;

function createApp(parts: AppParts): App {
  const { config, log } = parts;
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    rewriteUrl: ({ url = '/' }) => normalizePageUrl(url),
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    bodyLimit: maxJsonBytes,
    forceCloseConnections: 'idle',
    http: {
      // Cuts off slow headers; src/server/uploads handles slow bodies, as it can tell slow from large.
      headersTimeout: 20_000,
      requestTimeout: 0,
      connectionsCheckingInterval: 2000,
      // `checkHead` checks it and explains the error.
      requireHostHeader: false,
    },
    ...answerBrokenRequests(parts),
  }).withTypeProvider<ZodTypeProvider>();
  refuseDeepJson(app);
  app.setValidatorCompiler(limitVideoTimes(config.maxVideoSeconds));
  app.setSerializerCompiler(serializerCompiler);
  return app;
}

/** Looked through before it is parsed, which holds up all others. */
function refuseDeepJson(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (watchJson()(body)) return parse(request, body.toString(), done);
    const message = fill(requestErrors.deepJson, { levels: maxJsonDepth });
    done(new CodedError('bad_request', { message }));
  });
}

/** For requests that Node could not parse or whose URL is invalid: no hook runs for them, so headers are added here. */
function answerBrokenRequests({ config, uploadLimits }: AppParts) {
  const headers = listBareHeaders(config.publicUrl);
  return {
    clientErrorHandler(error: ConnectionError, socket: Socket) {
      // Further bytes on a closing connection are discarded.
      if (error.code === 'ECONNRESET' || !socket.writable) return;
      socket.write(writeBrokenAnswer(error.code, headers));
      closeBroken(socket, uploadLimits);
    },
    frameworkErrors(error: Error, request: Request, reply: Reply) {
      answerProblem(new CodedError('bad_request', { cause: error }), request, reply.headers(headers));
    },
  };
}

function writeBrokenAnswer(code: string, headers: Readonly<Record<string, string>>): string {
  const coded = describeBrokenRequest(code);
  const body = JSON.stringify(toProblem(coded));
  const status = code === 'HPE_HEADER_OVERFLOW' ? 431 : coded.status;
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${randomUUID()}`,
    'connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

function describeBrokenRequest(code: string): CodedError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return refuse('upload_too_slow', requestErrors.tooLate);
  if (code === 'HPE_HEADER_OVERFLOW') return refuse('bad_request', requestErrors.headersTooLarge);
  return new CodedError('bad_request');
}

export const defaultLoadLimits = {
  /** Average event loop delay above which no narration may start. */
  maxEventLoopDelayMs: 1000,
  sampleMs: 1000,
};

export type LoadLimits = Readonly<typeof defaultLoadLimits>;

/**
 * Refuses new narrations before their body is read while the event loop is overloaded, so that pages and operator calls
 * are still answered and running work finishes.
 * @throws CodedError `overloaded` in these requests
 */
async function shedLoad(app: App, { maxEventLoopDelayMs, sampleMs }: LoadLimits): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: maxEventLoopDelayMs,
    sampleInterval: sampleMs,
    async pressureHandler({ routeOptions }) {
      if (routeOptions.config.guards?.receive)
        throw new CodedError('overloaded', { retryAfterSeconds: 3, costsNothing: true });
    },
  });
}

/** Builds the HTTP side from its parts. Closing the app does not close the parts. */
export async function buildApp(parts: AppParts) {
  const { config, database, uploadLimits, listenerLimits } = parts;
  const { queries } = database;
  const app = createApp(parts);
  // Hooks run in this order, before those of plugins and routes.
  const work = trackWork(app);
  closeStalledAnswers(app, listenerLimits);
  const metrics = createMetrics();
  observeRequests(app, metrics.countRequest);
  app.setErrorHandler(answerProblem);
  drainRefusedBodies(app, uploadLimits);
  watchBodies(app, uploadLimits);
  const refuseOthers = refuseOtherMethods(app);
  await setSecurityHeaders(app, config);
  // After the header hooks, so that refusals have the headers, too.
  checkHead(app);
  checkOrigin(app, () => getPublicUrl(app, config));
  takeTextBodies(app);
  await shedLoad(app, parts.loadLimits);
  await app.register(multipart);
  await app.register(swagger, callDescription);
  await servePage(app, parts.pageFolder);
  const { engines } = parts;
  engines.watch(each => measure(each, metrics, config.prices));
  const recentTries = new RecentTries(queries, parts.secret);
  const uploads = new Uploads(parts.dataFolder.temporary, uploadLimits);
  const plans = new Plans(queries, config);
  const accounts = new Accounts({
    ...parts,
    work,
    queries,
    recentTries,
    limits: parts.accountLimits,
    getPublicUrl: () => getPublicUrl(app, config),
  });
  const voiceSamples = new VoiceSamples({ engines, queries, recentTries, limits: parts.voiceSampleLimits });
  app.addHook('onClose', () => voiceSamples.close());
  metrics.addLoad({
    ...findLoad(parts, voiceSamples),
    countRunning: () => work.count,
    countUploads: () => uploads.count,
    countSampleListeners: () => voiceSamples.countWaiting(),
  });
  const receipts = config.contentCredentials && createReceipts(parts.secret);
  const costs = new AccountCosts({ queries, prices: config.prices, log: parts.log, receipts });
  app.addHook('onClose', () => costs.close());
  const contentCredentials = config.contentCredentials && new ContentCredentials(config.contentCredentials);
  app.addHook('onClose', () => contentCredentials?.[Symbol.asyncDispose]());
  const fault = await contentCredentials?.findFault();
  if (fault) throw new StartError(fault);
  const dailyLimits = new DailyLimits(queries);
  const callLimits = createCallLimits(listenerLimits.speechesAtOnce);
  const projects = new ProjectStore(queries);
  app.addHook('onClose', () => projects.documents.close());
  const keyedCalls = new KeyedCalls(app, { ...parts, queries, limits: parts.keyedCallLimits });
  const routes = new Routes(app, { config, dailyLimits, callLimits, accounts, plans, keyedCalls });
  addOperatorRoutes(routes, {
    database,
    work,
    metrics,
    metricsToken: config.metricsToken,
    describeCalls: () => app.swagger(),
  });
  await addRoutes(app, routes, {
    ...parts,
    work,
    queries,
    recentTries,
    knownPlaces: new KnownPlaces(queries, parts.secret),
    plans,
    accounts,
    costs,
    dailyLimits,
    uploads,
    voiceSamples,
    contentCredentials,
    receipts,
    projects,
  });
  refuseOthers({ guards: openToAll });
  return { app, work, accounts };
}

function findLoad({ database, queue, frameReader, engines }: AppParts, voiceSamples: VoiceSamples) {
  const { standard, premium } = engines.speech;
  const speakers = [...standard.candidates, ...premium.candidates];
  const offlineSpeech = speakers.map(({ engine }) => engine.readLoad).find(each => each);
  const offlineVision = engines.vision.candidates.map(({ engine }) => engine.readLoad).find(each => each);
  const pools = {
    decoders: frameReader.readLoad,
    ...(offlineVision && { visionWorker: offlineVision }),
    ...(offlineSpeech && { voices: offlineSpeech }),
    samples: () => voiceSamples.readLoad(),
  };
  return { database, queue, pools, roles: engines };
}

function measure(
  engines: EngineRoles,
  { engineWatcher, countUsage }: Metrics,
  prices: PriceList,
): EngineRoles {
  const { vision, script, speech, transcription } = watchEngines({
    ...engineWatcher,
    noteUsage: (step, usage) => countUsage(step, usage, computeCost(usage, prices, toDay(new Date()))),
  });
  return {
    vision: engines.vision.map(vision),
    script: engines.script.map(script),
    speech: { standard: engines.speech.standard.map(speech), premium: engines.speech.premium.map(speech) },
    transcription: engines.transcription?.map(transcription),
  };
}

type RouteParts = AppParts &
  AccountParts &
  MessageParts &
  NarrationParts & {
    readonly work: RunningWork;
    readonly voiceSamples: VoiceSamples;
    readonly contentCredentials: ContentCredentials | undefined;
    readonly receipts: Receipts | undefined;
    readonly projects: ProjectStore;
  };

async function addRoutes(app: App, routes: Routes, parts: RouteParts): Promise<void> {
  addConfigRoute(routes, parts);
  addPrivacyRoute(routes, parts);
  addVoiceRoutes(routes, parts);
  addFreeAllowanceRoute(routes, parts);
  addFreeAnalysisRoute(routes, parts);
  addScriptRoutes(routes, parts);
  addRewriteRoutes(routes, parts);
  addTranslateRoutes(routes, parts);
  addFitRoutes(routes, parts);
  addSpeechRoutes(routes, parts);
  addTranscriptRoutes(routes, parts);
  addCreateScriptRoute(routes, parts);
  addSoundRoute(routes, parts);
  addMcpRoute(routes, parts);
  addCredentialsRoute(routes, parts);
  addFeedbackRoute(routes, parts);
  addSendFormRoute(routes, parts);
  addAuthRoutes(routes, parts);
  addAccountRoutes(routes, parts);
  addTokenRoutes(routes, parts);
  addPronunciationRoutes(routes, parts);
  addCostRoutes(routes, parts);
  await addProjectRoutes(routes, parts);
  addShareRoutes(routes, { ...parts, getPublicUrl: () => getPublicUrl(app, parts.config) });
  addReviewRoutes(routes, parts);
  const downloads = openDownloads(parts);
  app.addHook('onListen', async () => downloads.start());
  app.addHook('onClose', () => downloads.close());
  const access = parts.setupAccess.guard(parts.recentTries, true);
  addInvitationRoute(routes, { ...parts, access, getPublicUrl: () => getPublicUrl(app, parts.config) });
  addSetupRoutes(routes, { ...parts, downloads, getPublicUrl: () => getPublicUrl(app, parts.config) });
  await addStripeWebhookRoute(routes, parts);
}

/** The public origin: the configured one, or this machine's name and port. */
export function getPublicUrl(app: App, config: { publicUrl: string | undefined; port: number }): string {
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  return config.publicUrl ?? `http://localhost:${port}`;
}
