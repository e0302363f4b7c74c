import { setTimeout } from 'node:timers/promises';
import { realtimeError, realtimeErrors } from './realtime-bodies.ts';
import type { GreetingBehaviour, TurnBehaviour } from './realtime-session.ts';
import type { RealtimeTurn } from './realtime-turn.ts';

/** Ways in which a session can fail before it speaks. */
export const greetings = {
  /** The vendor repeats half of the key, a compatible server all of it. */
  invalidKey: session =>
    session.turnAway(realtimeErrors.invalidKey(session.headers.authorization ?? ''), 3000),
  noCredit: session => session.turnAway(realtimeErrors.noCredit, 1013),
  unknownModel: session => session.turnAway(realtimeErrors.unknownModel, 4004),
  notRealtime: session => session.turnAway(realtimeErrors.notRealtime, 4000),
  onlyCloses: session => session.close(3000, 'invalid_request_error.invalid_api_key'),
  onlyClosesWithoutCredit: session => session.close(1013, 'insufficient_quota.credit_balance_exhausted'),
  goesAway: session => session.close(1001, ''),
  silence: () => undefined,
  cut: session => session.cut(),
  noJson: session => session.sendText('<html>Please log in to the Wi-Fi first.</html>'),
  noType: session => session.send({ session: {} }),
  anotherShape: session => session.send({ type: 'session.created', session: 'none' }),
  anotherVoice: session => {
    session.distortUpdate = body => ({
      ...body,
      audio: { ...body.audio, output: { ...body.audio.output, voice: 'alloy' } },
    });
    session.greet();
  },
  anotherFormat: session => {
    session.distortUpdate = body => ({
      ...body,
      audio: { ...body.audio, output: { ...body.audio.output, format: { type: 'audio/pcmu' } } },
    });
    session.greet();
  },
} satisfies Record<string, GreetingBehaviour>;

/** Answers of a gateway to the handshake. */
export const handshakes = {
  unauthorized: answerHandshake('401 Unauthorized', [], '{"error":{"code":"invalid_api_key"}}'),
  notFound: answerHandshake('404 Not Found'),
  busy: answerHandshake('429 Too Many Requests', ['retry-after: 60']),
  overloaded: answerHandshake('503 Service Unavailable'),
  gatewayTimeout: answerHandshake('504 Gateway Timeout'),
  redirect: answerHandshake('307 Temporary Redirect', ['location: http://127.0.0.1:1/']),
  noCredit: answerHandshake('429 Too Many Requests', [], '{"error":{"code":"insufficient_quota"}}'),
} as const;

function answerHandshake(status: string, headers: readonly string[] = [], body = ''): string {
  const lines = [`HTTP/1.1 ${status}`, ...headers, `content-length: ${body.length}`, 'connection: close'];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

async function speakHalf(turn: RealtimeTurn): Promise<void> {
  turn.create();
  turn.addItem();
  await turn.sendText(turn.text.slice(0, turn.text.length / 2));
}

function afterHalf(fault: (turn: RealtimeTurn) => unknown): TurnBehaviour {
  return async turn => {
    await speakHalf(turn);
    await fault(turn);
  };
}

function beforeSound(fault: (turn: RealtimeTurn) => unknown): TurnBehaviour {
  return turn => {
    turn.create();
    fault(turn);
  };
}

const filtered = { type: 'incomplete', reason: 'content_filter' };

/** Ways in which a response can fail. */
export const turns = {
  refused: turn => turn.refuse(),
  rateLimitEvent: turn => turn.session.send({ type: 'error', error: realtimeErrors.rateLimit('1.5s') }),
  rateLimit: beforeSound(turn => turn.fail(realtimeErrors.rateLimit('1.5s'))),
  shortRateLimit: beforeSound(turn => turn.fail(realtimeErrors.rateLimit('174ms'))),
  longRateLimit: beforeSound(turn => turn.fail(realtimeErrors.rateLimit('1m26.4s'))),
  hoursOfRateLimit: beforeSound(turn => turn.fail(realtimeErrors.rateLimit('3h12m0.5s'))),
  serverError: beforeSound(turn => turn.fail(realtimeErrors.server)),
  quotaAsEvent: turn => turn.refuse(realtimeErrors.noCredit),
  quotaAsFailure: beforeSound(turn => turn.fail(realtimeErrors.noCredit)),
  contentFilter: afterHalf(turn => turn.finish('incomplete', filtered)),
  tokenLimit: afterHalf(turn =>
    turn.finish('incomplete', { type: 'incomplete', reason: 'max_output_tokens' }),
  ),
  cancelledByItself: afterHalf(turn =>
    turn.finish('cancelled', { type: 'cancelled', reason: 'turn_detected' }),
  ),
  noSound: beforeSound(turn => {
    turn.addItem();
    turn.write(turn.text);
    turn.endItem();
    turn.finish();
  }),
  neverBegins: () => undefined,
  silentAfterBegin: beforeSound(() => undefined),
  silentInTheMiddle: speakHalf,
  expires: turn => {
    turn.session.send({ type: 'error', error: realtimeErrors.expired });
    turn.session.close(1001, '');
  },
  cutBeforeSound: beforeSound(turn => turn.session.cut()),
  cutInTheMiddle: afterHalf(turn => turn.session.cut()),
  closesInTheMiddle: afterHalf(turn => turn.session.close(1000, '')),
  failsInTheMiddle: afterHalf(turn => turn.session.close(1011, '')),
  noBase64: afterHalf(turn => turn.sendSound('this is no base64!')),
  hugeDelta: afterHalf(turn => turn.sendSound('A'.repeat(4 * 2 ** 20))),
  endless: async turn => {
    await speakHalf(turn);
    const second = Buffer.alloc(48_000, 1).toString('base64');
    while (!turn.cancelled.aborted) {
      turn.sendSound(second);
      await setTimeout(0);
    }
  },
  endlessTranscript: async turn => {
    await speakHalf(turn);
    while (!turn.cancelled.aborted) {
      turn.write(' and so on and on and on and on');
      await setTimeout(0);
    }
  },
  noJson: afterHalf(turn => turn.session.sendText('<html>502 Bad Gateway</html>')),
  anotherShape: afterHalf(turn =>
    turn.session.send({ type: 'response.output_audio.delta', response_id: turn.id, delta: { a: 1 } }),
  ),
} satisfies Record<string, TurnBehaviour>;

/** Unusual, but no faults. */
export const oddTurns = {
  unknownEvents: async turn => {
    turn.session.send({ type: 'response.mood.delta', response_id: turn.id, delta: 'happy' });
    await turn.speak();
  },
  doneTwice: async turn => {
    await turn.speak();
    turn.finish();
  },
  foreignResponse: async turn => {
    const sound = Buffer.alloc(48_000).toString('base64');
    const foreign = { response_id: 'resp_of_somebody', item_id: 'item_x', output_index: 0, content_index: 0 };
    turn.session.send({ type: 'response.output_audio.delta', ...foreign, delta: sound });
    turn.session.send({
      type: 'response.output_audio_transcript.delta',
      ...foreign,
      delta: 'Buy this now, buy this now!',
    });
    await turn.speak();
  },
  oddBytes: async turn => {
    turn.create();
    turn.addItem();
    turn.write(turn.text);
    await turn.sound(Buffer.alloc(80_640), 4801);
    turn.end();
  },
  errorOfAnother: async turn => {
    const error = realtimeError('invalid_request_error', 'invalid_value', 'No', {
      event_id: 'event_of_before',
    });
    turn.session.send({ type: 'error', error });
    await turn.speak();
  },
} satisfies Record<string, TurnBehaviour>;
