import type { ContentBlockParam } from '@anthropic-ai/sdk/resources/messages';
import { CodedError } from '#shared/errors.ts';
import { type FitPictures, fitFrames } from '../fit-pictures.ts';
import type { EngineOffer, ScriptEngine, VisionEngine, VisionRequest, WritingRequest } from '../ports.ts';
import type { ProviderAccess } from '../provider/prepare-connection.ts';
import type { ScriptPrompt } from '../provider/prompt-material.ts';
import { writeByPrompt } from '../provider/script-prompts.ts';
import { composeVisionPrompt, type PromptPart } from '../provider/vision-prompt.ts';
import { passSentences, readNotes } from '../provider/written-text.ts';
import { type ChatModelChoice, chooseModel, type ModelRole } from './choose-model.ts';
import { answerKinds, type Connection, connect } from './connect.ts';
import { writeMessage } from './write-message.ts';

/** Undefined models are chosen from the provider's list. */
export interface AnthropicSettings extends ProviderAccess {
  readonly visionModel: string | undefined;
  readonly scriptModel: string | undefined;
}

/** After this the next caller asks again. */
const longestListingMs = 5000;

/** Anthropic or a compatible server, if a key or base URL is set. */
export function offerAnthropic(settings: AnthropicSettings, fitPictures: FitPictures): EngineOffer {
  const timeoutMs = Math.min(settings.timeoutMs ?? longestListingMs, longestListingMs);
  const listing = connect({ ...settings, timeoutMs, maxRetries: 0 }, answerKinds.list);
  const connection = connect(settings, answerKinds.events);
  const choose = (role: ModelRole) => chooseModel(listing, role);
  return {
    id: 'anthropic',
    vision: createVision(
      connection,
      choose({ setting: 'ANTHROPIC_VISION_MODEL', named: settings.visionModel }),
      fitPictures,
    ),
    script: createScript(
      connection,
      choose({ setting: 'ANTHROPIC_SCRIPT_MODEL', named: settings.scriptModel }),
    ),
  };
}

/**
 * Every model sees up to here; the older ones scale larger pictures down, the newer ones charge up to three times as much for them.
 * Ten pictures of this size are far below the limits of a request: 100 pictures, and 32 MB
 * (platform.claude.com/docs/en/build-with-claude/vision, November 2026).
 */
const maxSidePixels = 1568;

/** Analyses all frames in one request. */
function createVision(
  connection: Connection,
  choice: ChatModelChoice,
  fitPictures: FitPictures,
): VisionEngine {
  async function analyze(request: VisionRequest): Promise<string> {
    const frames = await fitFrames(request, fitPictures, maxSidePixels);
    const { system, parts } = composeVisionPrompt({ ...request, frames });
    let notes = '';
    let ending: 'whole' | 'cut' | undefined;
    for await (const piece of writeMessage(connection, choice, {
      ...request,
      system,
      content: parts.map(toBlock),
    })) {
      notes += piece.text;
      ending = piece.ending ?? ending;
    }
    if (!ending) throw new CodedError('provider_garbage');
    return readNotes(notes, ending === 'cut');
  }

  return {
    provider: { name: connection.providerName, isOffline: false },
    get model() {
      return choice.current;
    },
    checkReadiness: choice.checkReadiness,
    analyze,
  };
}

function toBlock(part: PromptPart): ContentBlockParam {
  if (part.kind === 'text') return { type: 'text', text: part.text };
  const { buffer, byteOffset, byteLength } = part.jpeg;
  const data = Buffer.from(buffer, byteOffset, byteLength).toString('base64');
  return { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data } };
}

function createScript(connection: Connection, choice: ChatModelChoice): ScriptEngine {
  async function* write({ system, user }: ScriptPrompt, request: WritingRequest): AsyncGenerator<string> {
    const { noteUsage, signal } = request;
    const content: ContentBlockParam[] = [{ type: 'text', text: user }];
    yield* passSentences(writeMessage(connection, choice, { system, content, noteUsage, signal }), request);
  }

  return {
    provider: { name: connection.providerName, isOffline: false },
    get model() {
      return choice.current;
    },
    checkReadiness: choice.checkReadiness,
    ...writeByPrompt(write),
  };
}
