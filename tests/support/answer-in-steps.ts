import { type AnswerExchange, startAnswer } from './broken-answers.ts';

/** An answer in pieces of about the same size, each sent on demand. */
export interface SteppedAnswer {
  readonly behaviour: (exchange: AnswerExchange) => Promise<void>;
  /** Sends the next piece. */
  next(): void;
  /** Sends the rest. */
  finish(): void;
}

/** For one request. */
export function answerInSteps(pieces: number): SteppedAnswer {
  const steps = Array.from({ length: pieces }, () => Promise.withResolvers<void>());
  let given = 0;
  return {
    async behaviour(exchange) {
      startAnswer(exchange);
      exchange.response.flushHeaders();
      const { body } = exchange.normal;
      for (const [index, step] of steps.entries()) {
        await step.promise;
        const [from, to] = [index, index + 1].map(at => Math.floor((at * body.length) / pieces));
        exchange.response.write(body.subarray(from, to));
      }
      exchange.response.end();
    },
    next() {
      steps[given]?.resolve();
      given += 1;
    },
    finish() {
      for (const step of steps) step.resolve();
    },
  };
}
