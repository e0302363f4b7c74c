import type {
  DescribedEngine,
  LineRewriteRequest,
  ScriptEngine,
  SpeechEngine,
  TranscriptionEngine,
  VisionEngine,
  WritingRequest,
} from './ports.ts';

/**
 * The same engine with another `analyze`. Properties are read from the engine each time, because they may change, and one by one,
 * because an engine may be a class instance.
 */
export function wrapVision(engine: VisionEngine, analyze: VisionEngine['analyze']): VisionEngine {
  return {
    get provider() {
      return engine.provider;
    },
    get model() {
      return engine.model;
    },
    ...passOnQuestions(engine),
    prepare: engine.prepare,
    readLoad: engine.readLoad,
    analyze,
  };
}

export type PassWriting = <Request extends WritingRequest>(
  request: Request,
  write: (request: Request) => AsyncIterable<string>,
) => AsyncIterable<string>;

/** As {@link wrapVision}, for a script engine. */
export function wrapScript(engine: ScriptEngine, pass: PassWriting): ScriptEngine {
  const { rewriteLine } = engine;
  return {
    get provider() {
      return engine.provider;
    },
    get model() {
      return engine.model;
    },
    get canExpand() {
      return engine.canExpand;
    },
    ...passOnQuestions(engine),
    writeScript: request => pass(request, each => engine.writeScript(each)),
    rewriteScript: request => pass(request, each => engine.rewriteScript(each)),
    writeTimedScript: request => pass(request, each => engine.writeTimedScript(each)),
    ...(engine.findChanges && { findChanges: engine.findChanges }),
    shortenLines: request => pass(request, each => engine.shortenLines(each)),
    ...(rewriteLine && {
      rewriteLine: (request: LineRewriteRequest) => pass(request, each => rewriteLine.call(engine, each)),
    }),
  };
}

/** As {@link wrapVision}, for a speech engine; it still owns its processes. */
export function wrapSpeech(engine: SpeechEngine, speak: SpeechEngine['speak']): SpeechEngine {
  return {
    get provider() {
      return engine.provider;
    },
    get model() {
      return engine.model;
    },
    get identity() {
      return engine.identity;
    },
    get hasPremiumVoices() {
      return engine.hasPremiumVoices;
    },
    get maxCharacters() {
      return engine.maxCharacters;
    },
    ...passOnQuestions(engine),
    getLanguageSupport: language => engine.getLanguageSupport(language),
    getSpeaker: (voice, language) => engine.getSpeaker(voice, language),
    findUnread: engine.findUnread,
    speak,
  };
}

/** As {@link wrapVision}, for a transcription engine. */
export function wrapTranscription(
  engine: TranscriptionEngine,
  transcribe: TranscriptionEngine['transcribe'],
): TranscriptionEngine {
  return {
    get provider() {
      return engine.provider;
    },
    get model() {
      return engine.model;
    },
    get maxSeconds() {
      return engine.maxSeconds;
    },
    ...passOnQuestions(engine),
    transcribe,
  };
}

function passOnQuestions(engine: DescribedEngine): Pick<DescribedEngine, 'checkReadiness'> {
  const { checkReadiness } = engine;
  return checkReadiness ? { checkReadiness: signal => checkReadiness.call(engine, signal) } : {};
}
