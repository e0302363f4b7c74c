// Runs a command and stops it when the launcher is gone, which closes the IPC channel to it.
import { spawn } from 'node:child_process';
import { projectEnvironment, root } from './toolchain.mjs';

const killAfterMs = 1500;

const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, {
  cwd: root,
  env: projectEnvironment(),
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
// The terminal sends Ctrl+C to the command too.
process.on('SIGINT', () => {});
process.once('disconnect', () => {
  child.kill('SIGTERM');
  setTimeout(() => child.kill('SIGKILL'), killAfterMs).unref();
});
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.once('error', () => process.exit(1));
child.once('exit', code => process.exit(code ?? 1));
