import type { ScriptEngine, WritingRequest } from './ports.ts';

/**
 * The same engine with other methods. Everything else is read from the engine each time, because it may change; an engine may be a
 * class instance.
 */
export function override<Engine extends object>(engine: Engine, own: Partial<Engine>): Engine {
  return overrideCurrent(() => engine, own);
}

/** As {@link override}, of an engine that may be another one the next time. */
export function overrideCurrent<Engine extends object>(
  getEngine: () => Engine,
  own: Partial<Engine>,
): Engine {
  return new Proxy(getEngine(), {
    get(_, name) {
      if (name in own) return own[name as keyof Engine];
      const engine = getEngine();
      const value: unknown = Reflect.get(engine, name, engine);
      return typeof value === 'function' ? value.bind(engine) : value;
    },
  });
}

type PassWriting = <Request extends WritingRequest>(
  request: Request,
  write: (request: Request) => AsyncIterable<string>,
) => AsyncIterable<string>;

export function wrapScript(engine: ScriptEngine, pass: PassWriting): ScriptEngine {
  const rewriteLine = engine.rewriteLine?.bind(engine);
  const translateLines = engine.translateLines?.bind(engine);
  const compareTexts = engine.compareTexts?.bind(engine);
  return override(engine, {
    writeScript: request => pass(request, each => engine.writeScript(each)),
    rewriteScript: request => pass(request, each => engine.rewriteScript(each)),
    writeTimedScript: request => pass(request, each => engine.writeTimedScript(each)),
    shortenLines: request => pass(request, each => engine.shortenLines(each)),
    ...(translateLines && { translateLines: request => pass(request, translateLines) }),
    ...(compareTexts && { compareTexts: request => pass(request, compareTexts) }),
    ...(rewriteLine && { rewriteLine: request => pass(request, rewriteLine) }),
  });
}
