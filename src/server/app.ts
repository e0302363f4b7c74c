import multipart from '@fastify/multipart';
import swagger from '@fastify/swagger';
import { computeCost } from '#engines/prices/compute-cost.ts';
import type { PriceList } from '#engines/prices/price-schema.ts';
import type { AccountParts } from './accounts/account-parts.ts';
import { addAccountRoutes } from './accounts/account-routes.ts';
import { Accounts } from './accounts/accounts.ts';
import { addAuthRoutes } from './accounts/auth-routes.ts';
import { KnownPlaces } from './accounts/known-places.ts';
import { addPronunciationRoutes } from './accounts/own-pronunciations.ts';
import { addTokenRoutes } from './accounts/token-routes.ts';
import type { ChosenEngines } from './choose-engines.ts';
import { addConfigRoute } from './config-route.ts';
import { AccountCosts, toDay } from './costs/account-costs.ts';
import { addCostRoutes } from './costs/cost-routes.ts';
import { createReceipts, type Receipts } from './costs/receipts.ts';
import { type AppParts, createApp } from './create-app.ts';
import { ContentCredentials } from './credentials/content-credentials.ts';
import { addCredentialsRoute } from './credentials/credentials-route.ts';
import { StartError } from './data-folder/explain-folder.ts';
import { callDescription } from './guards/describe-calls.ts';
import { openToAll } from './guards/guards.ts';
import { Routes } from './guards/routes.ts';
import { answerProblem } from './http/answer-problem.ts';
import type { App } from './http/app-types.ts';
import { checkHead, checkOrigin, refuseOtherMethods } from './http/check-requests.ts';
import { closeStalledAnswers } from './http/close-stalled-answers.ts';
import { servePage } from './http/page.ts';
import { observeRequests } from './http/request-failure.ts';
import { trackWork } from './http/running-work.ts';
import { setSecurityHeaders } from './http/security-headers.ts';
import { KeyedCalls } from './idempotency/keyed-calls.ts';
import { createCallLimits } from './limits/concurrency-limit.ts';
import { DailyLimits } from './limits/daily-limits.ts';
import { RecentTries } from './limits/recent-tries.ts';
import { shedLoad } from './limits/shed-load.ts';
import { addMcpRoute } from './mcp/mcp-route.ts';
import { addSoundRoute } from './mcp/sound-route.ts';
import { addFeedbackRoute, addSendFormRoute, type MessageParts } from './messages/message-routes.ts';
import { addCreateScriptRoute } from './narrations/create-script-route.ts';
import { addFitRoutes } from './narrations/fit-routes.ts';
import { addFreeAllowanceRoute, addFreeAnalysisRoute } from './narrations/free-analysis-route.ts';
import type { NarrationParts } from './narrations/narration-parts.ts';
import { addSpeechRoutes } from './narrations/speech-routes.ts';
import { addTranscriptRoutes } from './narrations/transcript-routes.ts';
import { addTranslateRoutes } from './narrations/translate-routes.ts';
import { addRewriteRoutes, addScriptRoutes } from './narrations/writing-routes.ts';
import { createMetrics, type Metrics } from './operations/metrics.ts';
import { watchEngines } from './operations/watch-engines.ts';
import { addOperatorRoutes } from './operator-routes.ts';
import { Plans } from './plans/plans.ts';
import { addStripeWebhookRoute } from './plans/stripe/stripe-webhook-route.ts';
import { addPrivacyRoute } from './privacy/privacy-route.ts';
import { addProjectRoutes } from './projects/project-routes.ts';
import { ProjectStore } from './projects/project-store.ts';
import { addReviewRoutes } from './projects/review-routes.ts';
import { addShareRoutes } from './projects/share-routes.ts';
import { drainRefusedBodies } from './uploads/drain-refused-bodies.ts';
import { Uploads } from './uploads/uploads.ts';
import { takeTextBodies, watchBodies } from './uploads/watch-body.ts';
import { addVoiceRoutes } from './voices/voice-routes.ts';
import { VoiceSamples } from './voices/voice-samples.ts';

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
  const engines = measure(parts.engines, metrics, config.prices);
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
  const voiceSamples = new VoiceSamples({
    engines,
    queries,
    recentTries,
    limits: parts.voiceSampleLimits,
  });
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
    engines,
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
  engines: ChosenEngines,
  { engineWatcher, countUsage }: Metrics,
  prices: PriceList,
): ChosenEngines {
  const { vision, script, speech, transcription } = watchEngines({
    ...engineWatcher,
    noteUsage: (step, usage) => countUsage(step, usage, computeCost(usage, prices, toDay(new Date()))),
  });
  return {
    ...engines,
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
  await addProjectRoutes(app, routes, parts);
  addShareRoutes(routes, { ...parts, getPublicUrl: () => getPublicUrl(app, parts.config) });
  addReviewRoutes(routes, parts);
  await addStripeWebhookRoute(app, routes, parts);
}

/** The public origin: the configured one, or this machine's name and port. */
export function getPublicUrl(app: App, config: { publicUrl: string | undefined; port: number }): string {
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  return config.publicUrl ?? `http://localhost:${port}`;
}
