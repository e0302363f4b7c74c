import type { ScriptEngine, SpeechEngine, VisionEngine } from '#engines/ports.ts';
import { CodedError } from '#shared/errors.ts';
import { type EngineWatcher, watchScript, watchSpeech, watchVision } from '../operations/watch-engines.ts';
import type { CountedUse } from './daily-limits.ts';

/**
 * Wraps an engine so that its calls are charged to a use. A charged use is not refunded, even if the answer was empty,
 * interrupted or late. Only a call that the provider refused before working is taken off again.
 */
export function chargeVision(engine: VisionEngine, use: CountedUse): VisionEngine {
  return engine.provider.isOffline ? engine : watchVision(engine, createMeter(use));
}

/** As {@link chargeVision}. */
export function chargeScript(engine: ScriptEngine, use: CountedUse): ScriptEngine {
  return engine.provider.isOffline ? engine : watchScript(engine, createMeter(use));
}

/** As {@link chargeVision}. */
export function chargeSpeech(engine: SpeechEngine, use: CountedUse): SpeechEngine {
  return engine.provider.isOffline ? engine : watchSpeech(engine, createMeter(use));
}

function createMeter(use: CountedUse): EngineWatcher {
  return {
    begin() {
      // At once, because a call may outlive its request.
      const takeOff = use.charge();
      return (_outcome, error) => {
        if (error instanceof CodedError && error.costsNothing) takeOff();
      };
    },
    countFrames: () => {},
    countCharacters: () => {},
  };
}
