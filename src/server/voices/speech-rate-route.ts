import { speechRateAnswerSchema, speechRateQuerySchema } from '#shared/api/speech-rates.ts';
import { getLanguage } from '#shared/languages.ts';
import { getVoicePlan } from '#shared/voices.ts';
import type { EngineRoles } from '../choose-engines.ts';
import { openToAll } from '../guards/guards.ts';
import type { Routes } from '../guards/routes.ts';
import type { SpeechRates } from './speech-rates.ts';

interface RateRouteParts {
  readonly engines: EngineRoles;
  readonly speechRates: SpeechRates;
}

/** `GET /api/speech-rates`: how fast a voice speaks, so that the page can estimate durations. */
export function addSpeechRateRoute(routes: Routes, { engines, speechRates }: RateRouteParts): void {
  routes.add({
    method: 'GET',
    url: '/api/speech-rates',
    schema: {
      summary: 'How fast a voice speaks a language, as measured so far',
      querystring: speechRateQuerySchema,
      response: { 200: speechRateAnswerSchema },
    },
    guards: openToAll,
    async handler({ query: { voice, language, provider }, work }, reply) {
      const role = engines.speech[getVoicePlan(voice)];
      const engine = await role.chooseFor(getLanguage(language), work, provider);
      reply.header('cache-control', 'no-store');
      return { language, factor: await speechRates.findFactor({ voice, language, engine }) };
    },
  });
}
