// `npm run models` with another catalogue: the file of the first argument. With AS_TERMINAL, as if in a terminal.
import { readFileSync } from 'node:fs';
import { runModels } from '../../src/cli/models/run-models.ts';
import { catalogueSchema } from '../../src/engines/local/models/catalogue.ts';

const [catalogue = '', ...args] = process.argv.slice(2);
if (process.env.AS_TERMINAL !== undefined)
  for (const stream of [process.stdin, process.stdout, process.stderr]) stream.isTTY = true;
process.exitCode = await runModels(args, {
  models: catalogueSchema.parse(JSON.parse(readFileSync(catalogue, 'utf8'))),
  retries: { times: 3, waitMs: 10 },
});
