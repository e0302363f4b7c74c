import type { GenerateContentConfig, Part } from '@google/genai';
import type { NoteUsage, Usage } from '../ports.ts';
import type { Connection } from './connect.ts';
import { readTurn, type TokenCounts, type Turn } from './read-turn.ts';

export interface ModelCall {
  readonly model: string;
  /** What is asked, as one turn of the user. */
  readonly parts: Part[];
  readonly config: GenerateContentConfig;
  /** Whether the answer comes event by event as it is made, or at once. */
  readonly isStreamed: boolean;
  readonly signal: AbortSignal;
  readonly noteUsage?: NoteUsage | undefined;
  /** What the call used, by the vendor's counts where it gave any. */
  readonly countUsage: (counts: TokenCounts | undefined) => Partial<Usage>;
  /** Is told the day on which the model ends, where an answer says it. */
  readonly noteEnd: (endsOn: string) => void;
}

/**
 * Calls a model. Whoever stops listening closes the connection. What it used is noted once, whichever way it ends, unless
 * the provider refused it.
 * @throws CodedError what went wrong, mapped; and the SDK's own refusals, for whoever can ask otherwise
 */
export async function* callModel(connection: Connection, call: ModelCall): AsyncGenerator<Turn> {
  const leaving = new AbortController();
  const abortSignal = AbortSignal.any([call.signal, leaving.signal]);
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
    // The SDK leaves the connection of a stream open that nobody reads any more.
    leaving.abort();
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
    // Else the SDK may send more requests by itself, each of them paid for.
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
