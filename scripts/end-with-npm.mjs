// Loaded before a program that took its launcher's place: ends it in the ways in which a launcher would have.
import { watchNpm } from './npm-watch.mjs';

watchNpm({
  // A signal sent to npm reaches the shell that it runs scripts in, and that shell ends without passing it on.
  onShellGone: () => process.kill(process.pid, 'SIGTERM'),
  // As if the launcher's channel had closed.
  onNpmGone: () => process.emit('disconnect'),
});
