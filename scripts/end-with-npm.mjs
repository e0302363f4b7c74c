// Preloaded in a program that replaced its launcher: stops it in the cases in which the launcher would have.
import { watchNpm } from './npm-watch.mjs';

watchNpm({
  // npm sends signals to the shell of the script, which exits without passing them on.
  onShellGone: () => process.kill(process.pid, 'SIGTERM'),
  // Simulates a closed IPC channel to the launcher.
  onNpmGone: () => process.emit('disconnect'),
});
