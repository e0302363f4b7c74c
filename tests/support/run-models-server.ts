// Downloads models of the catalogue of the first argument, as asked over HTTP. What is wanted is kept in the folder of the catalogue.
// Prints its address, and `NAME is in use`. TRYING=fails, TRYING=waits: a model that is taken into use does so.
import { existsSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import Fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { catalogueSchema } from '../../src/engines/local/models/catalogue.ts';
import { readConfig } from '../../src/server/config/config.ts';
import { Routes } from '../../src/server/guards/routes.ts';
import { answerProblem } from '../../src/server/http/answer-problem.ts';
import type { App } from '../../src/server/http/app-types.ts';
import { createLog } from '../../src/server/http/log.ts';
import { trackWork } from '../../src/server/http/running-work.ts';
import { createCallLimits } from '../../src/server/limits/concurrency-limit.ts';
import { addModelRoutes, ModelDownloads } from '../../src/server/setup/model-downloads.ts';
import { CodedError } from '../../src/shared/errors.ts';

const [catalogue = ''] = process.argv.slice(2);
const kept = join(dirname(catalogue), 'wanted.json');
const readWanted = () => (existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : []);
const { TRYING } = process.env;
const app = Fastify() as unknown as App;
app.setValidatorCompiler(validatorCompiler);
app.setSerializerCompiler(serializerCompiler);
app.setErrorHandler(answerProblem);
trackWork(app);
const downloads = new ModelDownloads({
  config: readConfig(process.env),
  log: createLog(),
  models: catalogueSchema.parse(JSON.parse(readFileSync(catalogue, 'utf8'))),
  retries: { times: 3, waitMs: 10 },
  wanted: {
    read: readWanted,
    async change(edit) {
      await writeFile(`${kept}.new`, JSON.stringify(edit(readWanted())));
      await rename(`${kept}.new`, kept);
    },
  },
  async onInstalled({ name }, signal) {
    if (TRYING === 'waits') await setTimeout(60_000, undefined, { signal });
    if (TRYING === 'fails')
      throw new CodedError('unavailable', { operatorMessage: 'There is too little memory.' });
    console.log(`${name} is in use`);
  },
});
const routes = new Routes(app, { callLimits: createCallLimits(1) } as never);
addModelRoutes(routes, downloads, (_request, rest) => rest());
downloads.start();
process.on('SIGTERM', async () => {
  await downloads.close();
  process.exit(0);
});
console.log(await app.listen({ port: 0, host: '127.0.0.1' }));
