import { speakAsTone } from '../provider-speech.ts';
import { type ProviderRequest, type ProviderStandIn, startProviderStandIn } from '../provider-stand-in.ts';

export type ParrotCall = 'look' | 'write' | 'rewrite' | 'speak';

const calls: readonly string[] = ['look', 'write', 'rewrite', 'speak'] satisfies ParrotCall[];

function isCall(name: string): name is ParrotCall {
  return calls.includes(name);
}

export function startParrotStandIn(): Promise<ProviderStandIn<ParrotCall>> {
  return startProviderStandIn<ParrotCall>(0, {
    findCall: ({ path }) => {
      const name = path.slice(1);
      return isCall(name) ? name : undefined;
    },
    sendNotFound: response => response.writeHead(404).end(),
    async answer(exchange, reported) {
      const normal = await answerNormally(exchange.request);
      if (reported) return reported({ ...exchange, normal });
      exchange.response.writeHead(200, { 'content-type': normal.mediaType }).end(normal.body);
    },
  });
}

async function answerNormally({ call, body }: ProviderRequest<ParrotCall>) {
  if (call === 'speak') return { mediaType: 'audio/mpeg', body: await speakAsTone(body.text, 220) };
  const answers = {
    look: { notes: 'A dog runs.' },
    write: { script: 'Look, a dog. It runs to the sea.' },
    rewrite: {
      script: body.change === 'shorten' ? 'Look, a dog.' : 'Look, a dog. It runs and runs to the sea.',
    },
  };
  const answer = answers[call];
  return { mediaType: 'application/json', body: Buffer.from(JSON.stringify(answer)) };
}
