import type { GenerateContentConfig, Part } from '@google/genai';
import type { EngineRequest, Usage } from '../ports.ts';
import type { Connection } from './connect.ts';
import { readTurn, type TokenCounts, type Turn } from './read-turn.ts';

export interface CallRequest extends EngineRequest {
  /** One user turn. */
  readonly parts: Part[];
  /** Streamed as events, or returned at once. */
  readonly isStreamed: boolean;
}

export interface ModelCall extends CallRequest {
  readonly model: string;
  readonly config: GenerateContentConfig;
  /** Converts the vendor's counts, if there are any. */
  readonly countUsage: (counts: TokenCounts | undefined) => Partial<Usage>;
  /** Receives the model's shutdown date if a response names it. */
  readonly noteEnd: (endsOn: string) => void;
}

/**
 * Calls a model. Closing the generator closes the connection. Usage is noted once however the call ends, unless the provider
 * refused it.
 * @throws CodedError the mapped error; errors of the SDK that a changed request may avoid are thrown unmapped
 */
export async function* callModel(connection: Connection, call: ModelCall): AsyncGenerator<Turn> {
  const abortController = new AbortController();
  const abortSignal = AbortSignal.any([call.signal, abortController.signal]);
  let last: Partial<Turn> = {};
  let isFree = false;
  try {
    for await (const answer of request(connection, call, abortSignal)) {
      const turn = readTurn(answer);
      last = { usage: turn.usage ?? last.usage, modelVersion: turn.modelVersion ?? last.modelVersion };
      if (turn.retiresOn) call.noteEnd(turn.retiresOn);
      yield turn;
    }
  } catch (error) {
    isFree = connection.mapError(error, call.signal).costsNothing;
    throw error;
  } finally {
    // The SDK keeps the connection of an abandoned stream open.
    abortController.abort();
    if (!isFree) noteOnce(connection, call, last);
  }
}

async function* request(
  { client }: Connection,
  { model, parts, config, isStreamed }: ModelCall,
  abortSignal: AbortSignal,
): AsyncGenerator<unknown> {
  const { models } = await client;
  const asked = {
    model,
    contents: [{ role: 'user', parts }],
    // Otherwise the SDK may send further paid requests by itself.
    config: { ...config, abortSignal, automaticContinuation: false },
  };
  if (isStreamed) yield* await models.generateContentStream(asked);
  else yield await models.generateContent(asked);
}

function noteOnce(
  { providerName }: Connection,
  call: ModelCall,
  { usage, modelVersion }: Partial<Turn>,
): void {
  call.noteUsage?.({
    provider: providerName,
    model: modelVersion ?? call.model,
    ...call.countUsage(usage),
  });
}
