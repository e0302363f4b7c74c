import { countCuePoints } from '#media/frames/choose-cue-points.ts';
import {
  costsAnswerSchema,
  costsQuerySchema,
  estimateAnswerSchema,
  estimateQuerySchema,
} from '#shared/api/costs.ts';
import { framesPerVideo } from '#shared/defaults.ts';
import { getLanguage } from '#shared/languages.ts';
import { chooseForVoice, type EngineRoles } from '../choose-engines.ts';
import type { Config } from '../config/config.ts';
import { narratingOnly } from '../guards/guards.ts';
import type { Routes } from '../guards/routes.ts';
import { type AccountCosts, toDay } from './account-costs.ts';
import { estimateCost } from './estimate-cost.ts';

interface CostRouteParts {
  readonly config: Pick<Config, 'prices' | 'maxTimedFrames'>;
  readonly engines: EngineRoles;
  readonly costs: AccountCosts;
}

export function addCostRoutes(routes: Routes, { config, engines, costs }: CostRouteParts): void {
  routes.add({
    method: 'GET',
    url: '/api/account/costs',
    schema: {
      summary: 'Costs of narrations this month',
      querystring: costsQuerySchema,
      response: { 200: costsAnswerSchema },
    },
    guards: narratingOnly,
    async handler({ query }, reply, { account }) {
      reply.header('cache-control', 'no-store');
      return costs.findThisMonth(account.uid, query.work);
    },
  });

  routes.add({
    method: 'GET',
    url: '/api/costs/estimate',
    schema: {
      summary: 'Estimated cost of a narration',
      querystring: estimateQuerySchema,
      response: { 200: estimateAnswerSchema },
    },
    guards: narratingOnly,
    async handler({ query, work }, reply) {
      const language = getLanguage(query.language);
      const { voice } = query;
      const chosen = {
        vision: await engines.vision.choose(work),
        script: await engines.script.choose(work),
        speech: await chooseForVoice(engines, { voice, language }, work),
      };
      const translated = [];
      for (const each of (query.into ?? []).map(getLanguage))
        translated.push({
          language: each,
          speech: await chooseForVoice(engines, { voice, language: each }, work),
        });
      reply.header('cache-control', 'no-store');
      const pictures = query.timing
        ? countCuePoints(query.durationSeconds * 1000, config.maxTimedFrames)
        : framesPerVideo;
      const order = { ...query, language, pictures, translated };
      return estimateCost(chosen, order, config.prices, toDay(new Date()));
    },
  });
}
