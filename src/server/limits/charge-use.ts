import type { ScriptEngine, SpeechEngine, VisionEngine } from '#engines/ports.ts';
import { isFreeOfCharge } from '#engines/prices/compute-cost.ts';
import { CodedError } from '#shared/errors.ts';
import { type EngineWatcher, watchScript, watchSpeech, watchVision } from '../operations/watch-engines.ts';
import type { CountedUse } from './daily-limits.ts';

/**
 * Wraps an engine so that its calls are charged to a use. A charged use is not refunded, even if the answer was empty,
 * interrupted or late. Only a call that the provider refused before working is taken off again.
 */
export function chargeVision(engine: VisionEngine, use: CountedUse): VisionEngine {
  return isFreeOfCharge(engine.provider) ? engine : watchVision(engine, createMeter(use));
}

/** As {@link chargeVision}. */
export function chargeScript(engine: ScriptEngine, use: CountedUse): ScriptEngine {
  return isFreeOfCharge(engine.provider) ? engine : watchScript(engine, createMeter(use));
}

/** As {@link chargeVision}. */
export function chargeSpeech(engine: SpeechEngine, use: CountedUse): SpeechEngine {
  return isFreeOfCharge(engine.provider) ? engine : watchSpeech(engine, createMeter(use));
}

function createMeter(use: CountedUse): EngineWatcher {
  return {
    begin({ provider }) {
      // At once, because a call may outlive its request.
      const takeOff = use.charge(provider);
      return (_outcome, error) => {
        if (error instanceof CodedError && error.costsNothing) takeOff();
      };
    },
    countFrames: () => {},
    countCharacters: () => {},
  };
}
