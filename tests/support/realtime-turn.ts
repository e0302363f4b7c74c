import { setTimeout } from 'node:timers/promises';
import {
  type RealtimeError,
  realtimeError,
  realtimeVoices,
  responseBody,
  usageBody,
} from './realtime-bodies.ts';

export interface CreatedResponse {
  readonly event_id?: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into the event field by field.
  readonly response: any;
}

export interface TurnSession {
  readonly voice: string;
  readonly instructions: string;
  send(event: object): void;
  sendText(text: string): void;
  /** Ends the connection without a close frame. */
  cut(): void;
  close(code: number, reason: string): void;
}

const bytesPerSecond = 48_000;
const secondsPerCharacter = 0.06;
const deltaSeconds = 0.2;
/** As long as the one in the reference's example. */
const transcriptDelta = /[\s\S]{1,18}/gu;

/** A response in progress, sent step by step, so that a test can break it anywhere. */
export class RealtimeTurn {
  readonly id: string;
  readonly request: CreatedResponse;
  readonly session: TurnSession;
  /** Fires when the client cancels it. */
  readonly cancelled: AbortSignal;
  /** Milliseconds for a second of sound. */
  readonly paceMs: number;
  #said = '';
  #sentBytes = 0;
  #items = 0;

  constructor(
    id: string,
    request: CreatedResponse,
    session: TurnSession,
    { cancelled, paceMs }: { cancelled: AbortSignal; paceMs: number },
  ) {
    this.id = id;
    this.request = request;
    this.session = session;
    this.cancelled = cancelled;
    this.paceMs = paceMs;
  }

  /** The text to speak: the user's only message. */
  get text(): string {
    const [item] = this.request.response.input ?? [];
    return item?.content?.[0]?.text ?? '';
  }

  create(): void {
    this.#send('response.created', { response: responseBody(this.#facts()) });
  }

  /** Begins an item of the answer. */
  addItem(more: object = {}): void {
    this.#items += 1;
    this.#said = '';
    const item = { id: this.#itemId, object: 'realtime.item', type: 'message', status: 'in_progress' };
    const output_index = this.#items - 1;
    this.#send('response.output_item.added', {
      response_id: this.id,
      output_index,
      item: { ...item, role: 'assistant', content: [], ...more },
    });
    this.#sendPart('response.content_part.added', { part: { type: 'audio', transcript: '' } });
  }

  /** Sends a piece of the transcript, ahead of the sound. */
  write(delta: string): void {
    this.#said += delta;
    this.#sendPart('response.output_audio_transcript.delta', { delta });
  }

  /** Sends sound; each delta takes its time. */
  async sound(pcm: Buffer, deltaBytes = deltaSeconds * bytesPerSecond): Promise<void> {
    for (let at = 0; at < pcm.length; at += deltaBytes) {
      const piece = pcm.subarray(at, at + deltaBytes);
      if (this.paceMs > 0) await setTimeout((this.paceMs * piece.length) / bytesPerSecond);
      if (this.cancelled.aborted) return;
      this.#sentBytes += piece.length;
      this.sendSound(piece.toString('base64'));
    }
  }

  sendSound(delta: string): void {
    this.#sendPart('response.output_audio.delta', { delta });
  }

  /** Sends transcript and sound, each piece of text before its sound. */
  async sendText(text: string): Promise<void> {
    for (const delta of text.match(transcriptDelta) ?? []) {
      if (this.cancelled.aborted) return;
      this.write(delta);
      await this.sound(makeTone(delta.length * secondsPerCharacter, this.session.voice, this.#sentBytes));
    }
  }

  endItem(status = 'completed'): void {
    const part = { type: 'audio', transcript: this.#said };
    this.#sendPart('response.output_audio.done', {});
    this.#sendPart('response.output_audio_transcript.done', { transcript: this.#said });
    this.#sendPart('response.content_part.done', { part });
    this.#send('response.output_item.done', {
      response_id: this.id,
      output_index: this.#items - 1,
      item: { id: this.#itemId, object: 'realtime.item', type: 'message', status, role: 'assistant' },
    });
  }

  /** `response.done`, and the rate limits a little later, as the vendor does. */
  finish(status = 'completed', status_details: object | null = null, isCounted = true): void {
    const usage = isCounted ? this.#countUsage() : null;
    this.#send('response.done', { response: responseBody(this.#facts(), { status, status_details, usage }) });
    const rate_limits = [{ name: 'tokens', limit: 40_000, remaining: 39_000, reset_seconds: 1.5 }];
    globalThis.setTimeout(() => this.#send('rate_limits.updated', { rate_limits }), 40);
  }

  fail(error: RealtimeError): void {
    const { type, code, message } = error;
    this.finish('failed', { type: 'failed', error: { type, code, message } }, false);
  }

  /** Refuses with an event, after which there is no `response.done`. */
  refuse(
    error: RealtimeError = realtimeError('invalid_request_error', 'invalid_value', 'Invalid value'),
  ): void {
    const own = { ...error, event_id: this.request.event_id ?? null };
    this.#send('error', { error: own });
  }

  /** The whole response; cancelled, it ends as the vendor's does. */
  async speak(text = this.text): Promise<void> {
    this.create();
    this.addItem();
    await this.sendText(text);
    this.end();
  }

  end(): void {
    if (this.cancelled.aborted) {
      this.endItem('incomplete');
      this.finish('cancelled', { type: 'cancelled', reason: 'client_cancelled' });
    } else {
      this.endItem();
      this.finish();
    }
  }

  get #itemId(): string {
    return `item_${this.id.slice(5)}${this.#items}`;
  }

  #facts() {
    return { id: this.id, voice: this.session.voice, metadata: this.request.response.metadata ?? null };
  }

  #countUsage() {
    const instructions = this.request.response.instructions ?? this.session.instructions;
    const tokensIn = Math.ceil((instructions.length + this.text.length) / 4);
    return usageBody(tokensIn, Math.ceil(this.#said.length / 4), this.#sentBytes / bytesPerSecond);
  }

  #sendPart(type: string, more: object): void {
    const where = { item_id: this.#itemId, output_index: this.#items - 1, content_index: 0 };
    this.#send(type, { response_id: this.id, ...where, ...more });
  }

  #send(type: string, more: object): void {
    this.session.send({ type, ...more });
  }
}

/** A tone for each voice, as signed 16-bit samples at 24 kHz, continued from an offset. */
function makeTone(seconds: number, voice: string, fromByte: number): Buffer {
  const hz = getVoiceHz(voice);
  const first = fromByte / 2;
  const samples = Int16Array.from({ length: Math.round(seconds * 24_000) }, (_, index) =>
    Math.round(13_000 * Math.sin((2 * Math.PI * hz * (first + index)) / 24_000)),
  );
  return Buffer.from(samples.buffer);
}

/** The pitch of a voice's tone. */
export function getVoiceHz(voice: string): number {
  return 200 + 40 * realtimeVoices.indexOf(voice);
}
