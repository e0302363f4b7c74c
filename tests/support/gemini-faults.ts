import { startAnswer } from './broken-answers.ts';
import { answerBody, eventStreamText, type ReplyEvent, statusBody, vendorErrors } from './gemini-bodies.ts';
import { makeTone, toWav } from './gemini-sound.ts';
import { type GeminiExchange, sendJson, toSoundPart } from './gemini-stand-in.ts';
import type { ProviderBehaviour } from './provider-stand-in.ts';

type GeminiBehaviour = (exchange: GeminiExchange) => void | Promise<void>;

/** A script repeated in a refusal; only the person may see it again. */
export const secretScript = 'Only the narrator knows where the treasure lies.';

function refuse(body: { error: { code: number } }, headers: Record<string, string> = {}): GeminiBehaviour {
  return ({ response }) => sendJson(response, body.error.code, body, headers);
}

/** Gemini's refusals as behaviours of the stand-in. */
export const geminiRefusals = {
  /** The worst one: it repeats the key and the script. */
  invalidKey: ({ request, response }) => {
    const { code, status, message, details } = vendorErrors.invalidKey.error;
    const repeated = `${message} ${request.headers['x-goog-api-key']} ${secretScript}`;
    sendJson(response, code, statusBody(code, status, repeated, details));
  },
  expiredKey: refuse(vendorErrors.expiredKey),
  missingKey: refuse(vendorErrors.missingKey),
  leakedKey: refuse(vendorErrors.leakedKey),
  serviceBlocked: refuse(vendorErrors.serviceBlocked),
  location: refuse(vendorErrors.location),
  noBilling: refuse(vendorErrors.noBilling),
  outOfCredit: refuse(vendorErrors.outOfCredit),
  badRequest: refuse(vendorErrors.badRequest),
  tooManyTokens: refuse(vendorErrors.tooManyTokens),
  tooLarge: refuse(vendorErrors.tooLarge),
  modelNotFound: refuse(vendorErrors.modelNotFound),
  minute: refuse(vendorErrors.minute),
  minuteWithoutDelay: refuse(vendorErrors.minuteWithoutDelay),
  twoSeconds: refuse(vendorErrors.twoSeconds),
  /** With headers only, as from a gateway. A wait of a millisecond keeps tests of retries fast. */
  busyFor1ms: refuse(vendorErrors.minuteWithoutDelay, { 'retry-after-ms': '1' }),
  busyFor3s: refuse(vendorErrors.overloaded, { 'retry-after': '3' }),
  day: refuse(vendorErrors.day),
  freeDay: refuse(vendorErrors.freeDay),
  notIncluded: refuse(vendorErrors.notIncluded),
  internal: refuse(vendorErrors.internal),
  internalFor1ms: refuse(vendorErrors.internal, { 'retry-after-ms': '1' }),
  badGateway: ({ response }) => {
    response.writeHead(502, { 'content-type': 'text/html' });
    response.end('<html><head><title>502 Bad Gateway</title></head><body>Google</body></html>');
  },
  brokenRefusal: ({ response }) => {
    response.writeHead(500, { 'content-type': 'application/json' });
    response.end('{"error": {"code": 500, "mess');
  },
  /** The vendor refuses a stream without `alt=sse` with a list. */
  listedOverload: ({ response }) => sendJson(response, 503, [vendorErrors.overloaded]),
  overloaded: refuse(vendorErrors.overloaded),
  deadline: refuse(vendorErrors.deadline),
  thinkingLevel: refuse(vendorErrors.thinkingLevel),
  unknownStore: refuse(vendorErrors.unknownStore),
  unknownStyle: refuse(vendorErrors.unknownStyle),
  languageCode: refuse(vendorErrors.languageCode),
} satisfies Record<string, GeminiBehaviour>;

/** Answers with these events, or with the last one if not streamed. */
export function answerWith(...events: readonly ReplyEvent[]): GeminiBehaviour {
  return ({ request, response }) => {
    const model = /models\/(?<model>[^:]+)/u.exec(request.path)?.groups?.model ?? '';
    const bodies = events.map(said => answerBody(model, said));
    const isStreamed = request.path.endsWith(':streamGenerateContent');
    response.writeHead(200, { 'content-type': isStreamed ? 'text/event-stream' : 'application/json' });
    response.end(isStreamed ? eventStreamText(bodies) : JSON.stringify(bodies.at(-1)));
  };
}

function blocked(blockReason: string): GeminiBehaviour {
  return answerWith({
    more: { promptFeedback: { blockReason, safetyRatings: [] } },
    usage: { promptTokenCount: 9 },
  });
}

function ended(finishReason: string): GeminiBehaviour {
  return answerWith({ finishReason, usage: { promptTokenCount: 9 } });
}

/** Empty answers with status 200, for any model. */
export const emptyAnswers = {
  blockedForSafety: blocked('SAFETY'),
  blockedAsProhibited: blocked('PROHIBITED_CONTENT'),
  blockedByList: blocked('BLOCKLIST'),
  blockedForOther: blocked('OTHER'),
  blockedPicture: blocked('IMAGE_SAFETY'),
  safety: ended('SAFETY'),
  prohibited: ended('PROHIBITED_CONTENT'),
  recitation: ended('RECITATION'),
  personalData: ended('SPII'),
  otherLanguage: ended('LANGUAGE'),
  other: ended('OTHER'),
  malformed: ended('MALFORMED_RESPONSE'),
  ofTomorrow: ended('TIRED'),
  noCandidates: answerWith({ more: { candidates: [] } }),
  nothingAtAll: answerWith({}),
  emptyText: answerWith({ parts: [{ text: '' }], finishReason: 'STOP' }),
} satisfies Record<string, GeminiBehaviour>;

const thought = { text: 'The user wants a story.', thought: true };

/** Unusual script answers with status 200. */
export const oddTexts = {
  thoughtAloud: answerWith({ parts: [thought, { text: 'A dog runs.' }], finishReason: 'STOP' }),
  thoughtUntilItsLimit: answerWith({
    parts: [thought],
    finishReason: 'MAX_TOKENS',
    usage: { promptTokenCount: 9, thoughtsTokenCount: 997 },
  }),
  cutAtLimit: answerWith({ parts: [{ text: 'A dog runs. It barks at the' }], finishReason: 'MAX_TOKENS' }),
  politeRefusal: answerWith({
    parts: [{ text: "I'm sorry, but I can't assist with that." }],
    finishReason: 'STOP',
  }),
  farTooMuch: answerWith({ parts: [{ text: 'word '.repeat(5000) }], finishReason: 'STOP' }),
  neverEnds: answerWith({ parts: [{ text: 'A dog runs.' }] }),
  loneSurrogates: answerWith({
    parts: [{ text: 'A dog\u0000 runs. \ud800It barks.' }],
    finishReason: 'STOP',
  }),
  otherShape: ({ request, response }) => {
    const isStreamed = request.path.endsWith(':streamGenerateContent');
    response.writeHead(200, { 'content-type': isStreamed ? 'text/event-stream' : 'application/json' });
    const body = JSON.stringify({ candidates: { content: 'A dog runs.' } });
    response.end(isStreamed ? `data: ${body}\r\n\r\n` : body);
  },
} satisfies Record<string, GeminiBehaviour>;

/** The first event of the normal stream, and then something else. */
function thenInTheStream(rest: string | readonly string[]): ProviderBehaviour<string> {
  return async exchange => {
    startAnswer(exchange);
    const events = exchange.normal.body.toString().split(/(?<=\r\n\r\n)/u);
    exchange.response.write(events.slice(0, 2).join(''));
    for (const piece of [rest].flat()) {
      await new Promise(resolve => setTimeout(resolve, 20));
      exchange.response.write(piece);
    }
    exchange.response.end();
  };
}

const overload = JSON.stringify(vendorErrors.overloaded);

/** Streams that fail midway. */
export const brokenStreams = {
  errorEvent: thenInTheStream(`data: ${overload}\r\n\r\n`),
  rawError: thenInTheStream(overload),
  rawErrorInTwo: thenInTheStream([overload.slice(0, 30), overload.slice(30)]),
  namedErrorEvent: thenInTheStream(`event: error\r\ndata: ${overload}\r\n\r\n`),
  brokenJson: thenInTheStream('data: {"candidates": [{"cont\r\n\r\n'),
  endsWithoutReason: thenInTheStream(': keepalive\r\n\r\n'),
} satisfies Record<string, ProviderBehaviour<string>>;

const spokenEnd = { finishReason: 'STOP', usage: { promptTokenCount: 3, candidatesTokenCount: 25 } };

function soundOf(bytes: Buffer, mimeType?: string, end: ReplyEvent = spokenEnd): GeminiBehaviour {
  const parts = [toSoundPart(bytes, mimeType)];
  return ({ request, ...exchange }) =>
    request.path.endsWith(':streamGenerateContent')
      ? answerWith({ parts }, end)({ request, ...exchange })
      : answerWith({ parts, ...end })({ request, ...exchange });
}

const tone = makeTone(220, 1);

/** Unusual speech answers. */
export const oddSounds = {
  textInPlaceOfSound: answerWith({ parts: [{ text: 'I cannot speak.' }], finishReason: 'STOP' }),
  headWithoutSound: soundOf(toWav(Buffer.alloc(0), { hasProvenance: false }), 'audio/wav'),
  silent: soundOf(Buffer.alloc(48_000)),
  cutForNoReason: soundOf(tone, undefined, { finishReason: 'OTHER' }),
  cutAtLimit: soundOf(tone, undefined, { finishReason: 'MAX_TOKENS' }),
  farTooLong: soundOf(makeTone(220, 60)),
  /** The right length for a thousand characters, but in one event: the vendor sends dozens a sentence. */
  inOneLargeEvent: soundOf(makeTone(220, 80)),
  brokenBase64: answerWith(
    {
      parts: [{ inlineData: { mimeType: 'audio/l16; rate=24000', data: '!!not base64 at all!!'.repeat(9) } }],
    },
    spokenEnd,
  ),
  otherRate: soundOf(tone, 'audio/l16; rate=16000; channels=1'),
  otherRateInWav: soundOf(toWav(tone, { rate: 16_000 }), 'audio/wav'),
  stereo: soundOf(toWav(tone, { channels: 2 }), 'audio/wav'),
  mp3: soundOf(tone, 'audio/mpeg'),
  /** As the guide writes it. */
  asTheGuideWrites: soundOf(tone, 'audio/L16;codec=pcm;rate=24000'),
  asWav: soundOf(toWav(tone), 'audio/wav'),
} satisfies Record<string, GeminiBehaviour>;
