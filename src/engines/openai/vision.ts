import { CodedError } from '#shared/errors.ts';
import type { Usage, VisionEngine, VisionRequest } from '../ports.ts';
import { composeVisionPrompt } from '../provider/vision-prompt.ts';
import type { ChatAccess } from './ask-chat.ts';
import { createAskVision } from './ask-vision.ts';
import { CompatibleVision, type PictureFitting } from './compatible-vision.ts';
import type { ModelChoice } from './model-choice.ts';

/** Looks at frames with a chat completion of a vision model; at a compatible server's with as many at once as that takes. */
export function createOpenAiVision(
  access: ChatAccess,
  choice: ModelChoice,
  fitting: PictureFitting,
): VisionEngine {
  const { providerName, isVendor, mapError } = access.connection;
  const ask = createAskVision(access);
  const compatible = isVendor ? undefined : new CompatibleVision(access.connection, ask, fitting);

  async function analyze(request: VisionRequest): Promise<string> {
    let hasPaid = false;
    const noteUsage = (usage: Usage) => {
      hasPaid = true;
      request.noteUsage?.(usage);
    };
    try {
      if (compatible) return await compatible.analyze(choice, { ...request, noteUsage });
      return (await ask(composeVisionPrompt(request), { ...request, noteUsage })).notes;
    } catch (error) {
      const mapped = mapError(error, request.signal);
      throw hasPaid ? afterPaying(mapped) : mapped;
    }
  }

  return {
    provider: {
      name: providerName,
      isOffline: false,
      receives: 'the pictures of the video and your wish',
    },
    get model() {
      return choice.model;
    },
    async checkReadiness(signal) {
      const readiness = await choice.checkReadiness(signal);
      if (!compatible || readiness.kind !== 'ready') return readiness;
      return { ...readiness, found: readiness.found + compatible.describe(readiness.model) };
    },
    async warmUp(signal) {
      // What fails now is tried with the first video, which is told why.
      await compatible?.warmUp(choice, signal).catch(() => {});
    },
    analyze,
  };
}

/** An earlier request of the same video was answered: not nothing was paid. */
function afterPaying({ code, message, cause, retryAfterSeconds }: CodedError): CodedError {
  return new CodedError(code, { message, cause, retryAfterSeconds });
}
