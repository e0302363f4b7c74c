import type { DescribedEngine } from '#engines/ports.ts';
import type { Price, PriceList } from '#engines/prices/prices.ts';
import { computeCost, findPrice, isFreeOfCharge } from '#engines/prices/prices.ts';
import { countCuePoints, countMovements } from '#media/frames/choose-cue-points.ts';
import {
  type Cost,
  costsAnswerSchema,
  costsQuerySchema,
  type EstimateAnswer,
  estimateAnswerSchema,
  estimateQuerySchema,
} from '#shared/api/costs.ts';
import { framesPerVideo, speechConcurrency } from '#shared/defaults.ts';
import { getLanguage, type Language } from '#shared/languages.ts';
import { maxTextTokens } from '#shared/limits.ts';
import { computeTimeBudget } from '#shared/script/time-budget.ts';
import { chooseForVoice, type EngineRoles } from '../choose-engines.ts';
import type { Config } from '../config/config.ts';
import { narratingOnly } from '../guards/guards.ts';
import type { Routes } from '../guards/routes.ts';
import { type AccountCosts, addUp, billCall, toCost, toDay } from './account-costs.ts';

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
    handler: async ({ query }, _reply, { account }) => costs.findThisMonth(account.uid, query.work),
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
    async handler({ query, work }, _reply) {
      const language = getLanguage(query.language);
      const { voice } = query;
      const chosen = {
        vision: await engines.vision.choose(work),
        script: await engines.script.choose(work),
        speech: await chooseForVoice(engines, { voice, language }, work),
      };
      const translated = await Array.fromAsync((query.into ?? []).map(getLanguage), async each => ({
        language: each,
        speech: await chooseForVoice(engines, { voice, language: each }, work),
      }));
      const { maxTimedFrames: most } = config;
      const moments = query.timing && countCuePoints(query.durationSeconds * 1000, most);
      const order = { ...query, language, moments, mostPictures: most, translated };
      return estimateCost(chosen, order, config.prices, toDay(new Date()));
    },
  });
}

/** For models whose row has no value: what most vendors count for an image of about a megapixel. */
const usualTokensPerPicture = 1120;
/** For 512 × 288 pixels in patches of 28. */
const usualTokensPerSmallPicture = 209;
/** Of a moment without movement or print: the most that a vendor counts at medium detail; others count 425 to 448 for 768 × 432 pixels. */
const tokensPerStillPicture = 560;
/** Of moments without movement, those with a title, a sign or a slide, which are full size. Our guess. */
const shareOfPrint = 0.25;
const usualSoundTokensPerMinute = 1500;
/** Instructions with their examples. */
const promptTokens = 1200;
/** Of a request after the first: people found so far, the notes before, and what is said. */
const memoryTokens = 700;
/** Of a quick look: it tells people and places only. */
const [scoutPromptTokens, scoutTextTokens] = [600, 400];
/** Per word including the space, in languages with spaces. */
const charactersPerWord = 6;
/** In ordinary text; Asian scripts have fewer characters per token, and fewer characters. */
const charactersPerToken = 4;

/** Other languages need more tokens than English for the same (see `time-budget.ts`), and each line its number and an echo. */
const translatedTokensPerToken = 1.8;
/** Instructions of a call that translates, its form, and the lines around. */
const translationPromptTokens = 350;
/** Usual models write 50 to 100 tokens a second; usual voices speak as fast as one listens, or faster. */
const tokensPerSecond = 50;

type Chosen = Readonly<Record<'vision' | 'script' | 'speech', DescribedEngine>>;

interface Order {
  readonly language: Language;
  readonly durationSeconds: number;
  /** Of a timed narration. */
  readonly moments: number | undefined;
  readonly mostPictures: number;
  /** Length of the script; undefined for one that fills the video's time. */
  readonly characters?: number | undefined;
  /** The languages into which it is translated and spoken, with the engine that speaks each. */
  readonly translated: readonly { readonly language: Language; readonly speech: DescribedEngine }[];
}

/** Beyond so many pictures, whoever looks begins with one moment in three. */
const [mostInSequence, scoutedOneIn] = [30, 3];

/** Moments that move are three small pictures each, as many as there is room for. Without moments there are ten large pictures. */
function planLook({ moments, mostPictures }: Pick<Order, 'moments' | 'mostPictures'>) {
  const moving = moments ? countMovements(moments, mostPictures) : 0;
  const single = (moments ?? framesPerVideo) - moving;
  const large = moments ? single * shareOfPrint : single;
  const all = single + 3 * moving;
  const scouted = all > mostInSequence ? Math.ceil((single + moving) / scoutedOneIn) : 0;
  // The three pictures of a moment stay together.
  const requests = Math.ceil(all / (moving > 0 ? framesPerVideo - 1 : framesPerVideo));
  const asked = { requests, scouts: Math.ceil(scouted / framesPerVideo) };
  return { large, still: single - large, small: 3 * moving + scouted, ...asked };
}

function guessLook(look: ReturnType<typeof planLook>, price: Price): Guess {
  const { large, still, small, requests, scouts } = look;
  const pictures =
    large * (price.tokensPerPicture ?? usualTokensPerPicture) +
    still * tokensPerStillPicture +
    small * (price.tokensPerSmallPicture ?? usualTokensPerSmallPicture);
  const texts = requests * promptTokens + (requests - 1) * memoryTokens + scouts * scoutPromptTokens;
  return {
    textTokensIn: pictures + texts,
    textTokensOut: requests * maxTextTokens + scouts * scoutTextTokens,
  };
}

/**
 * A rough estimate of a narration's cost: frames and instructions as input, the maximum answer length as output, and the characters that
 * fit the time budget as speech.
 * @param day such as `2026-11-22`, in UTC
 */
function estimateCost(chosen: Chosen, order: Order, prices: PriceList, day: string): EstimateAnswer {
  const { language, durationSeconds } = order;
  const look = planLook(order);
  const budgeted = computeTimeBudget(language, durationSeconds).count * countPerUnit(language);
  const spoken = order.characters ?? budgeted;
  const minutes = spoken / countPerUnit(language) / language.speakingRate.perMinute;
  const estimate = (engine: DescribedEngine, guess: (price: Price) => Guess) =>
    estimateCall(engine, guess, prices, day);
  const vision = estimate(chosen.vision, price => guessLook(look, price));
  const writtenTokens = Math.ceil(budgeted / charactersPerToken);
  // A long script with times is written in parts, each from all notes.
  const parts = order.moments ? Math.ceil(writtenTokens / maxTextTokens) : 1;
  const writing = estimate(chosen.script, () => ({
    textTokensIn: parts * (promptTokens + look.requests * maxTextTokens),
    textTokensOut: Math.min(parts * maxTextTokens, writtenTokens),
  }));
  const speaking = estimate(chosen.speech, price => guessSpeech(spoken, minutes, price));
  const tokens = spoken / charactersPerToken;
  const translatedTokens = tokens * translatedTokensPerToken;
  const translations = order.translated.map(each => ({
    writing: estimate(chosen.script, () => ({
      textTokensIn: tokens + Math.ceil(translatedTokens / maxTextTokens) * translationPromptTokens,
      textTokensOut: translatedTokens,
    })),
    // A minute of speech has about the same meaning in every language.
    speaking: estimate(each.speech, price =>
      guessSpeech(
        minutes * each.language.speakingRate.perMinute * countPerUnit(each.language),
        minutes,
        price,
      ),
    ),
  }));
  const secondsEach = translatedTokens / tokensPerSecond + (minutes * 60) / speechConcurrency;
  return {
    script: sum([vision, writing]),
    look: sum([vision]),
    write: sum([writing]),
    speech: sum([speaking]),
    ...(translations.length > 0 && {
      translation: sum(translations.flatMap(({ writing, speaking }) => [writing, speaking])),
      translationSeconds: Math.round(translations.length * secondsEach),
    }),
  };
}

function countPerUnit({ speakingRate }: Language): number {
  return speakingRate.unit === 'words' ? charactersPerWord : 1;
}

function guessSpeech(characters: number, minutes: number, price: Price): Guess {
  return {
    characters,
    textTokensIn: characters / charactersPerToken,
    textTokensOut: characters / charactersPerToken,
    soundTokensOut: minutes * (price.soundTokensPerMinute ?? usualSoundTokensPerMinute),
    soundSeconds: minutes * 60,
  };
}

type Guess = Omit<Parameters<typeof computeCost>[0], 'provider' | 'model'>;

/** In billionths of a dollar; `nothing` for engines on this machine. */
function estimateCall(
  { provider, model }: DescribedEngine,
  guess: (price: Price) => Guess,
  prices: PriceList,
  day: string,
): number | 'nothing' | undefined {
  if (isFreeOfCharge(provider)) return 'nothing';
  if (model === undefined) return undefined;
  const charged = { provider: provider.name, model };
  const price = findPrice(prices, charged, day);
  return price && computeCost({ ...charged, ...guess(price) }, prices, day);
}

/** Null if any price is unknown, as a partial sum would mislead. */
function sum(costs: readonly (number | 'nothing' | undefined)[]): Cost | null {
  const charged = costs.filter(cost => cost !== 'nothing');
  if (charged.includes(undefined)) return null;
  return toCost(addUp(charged.map(billCall)));
}
