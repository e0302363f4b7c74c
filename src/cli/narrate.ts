import { readConfig } from '#server/config/config.ts';
import { describeOwnVoice, listOwnVoices } from '#server/voices/own-voices.ts';
import { usage } from './narrate/command.ts';
import { narrate } from './narrate/narrate-file.ts';
import { narrateFolder } from './narrate/narrate-folder.ts';
import { keepFingerprint } from './narrate/open-document.ts';
import { openParts } from './narrate/open-parts.ts';
import { readOptions } from './narrate/read-options.ts';
import { reportStatus } from './narrate/report-status.ts';
import { runCommand } from './run-command.ts';

process.exitCode = await runCommand(async (args, folder, signal) => {
  const options = readOptions(args, folder);
  if (!options) {
    console.log(usage);
    return true;
  }
  if (options.job === 'verify') {
    const { verify } = await import('./narrate/verify.ts');
    return await verify(options.filePath);
  }
  const isFolder = options.job === 'folder';
  await using parts = await openParts(readConfig(process.env), isFolder ? options.jobs : 1, signal);
  if (options.job === 'list voices') {
    const { voices, failures } = await listOwnVoices(parts.engines, signal);
    for (const { provider, message } of failures) reportStatus(`${provider}: ${message}`);
    console.log(voices.map(describeOwnVoice).join('\n') || 'No provider here has voices of its own.');
    return true;
  }
  if (isFolder) return await narrateFolder(options, parts);
  await narrate(options, parts);
  await keepFingerprint(options, parts);
  return true;
});
