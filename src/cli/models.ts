import { runModels } from './models/run-models.ts';

process.exitCode = await runModels(process.argv.slice(2));
