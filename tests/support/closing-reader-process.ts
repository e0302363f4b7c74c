import { createFrameReader } from '#server/decoding/frame-reader.ts';
import { listChildren } from './child-processes.ts';

/** A little command: reads the video that it is given, and closes the reader while its child hangs. */
const [, , path = ''] = process.argv;
const reader = createFrameReader({ maxSeconds: 100, workers: 1 });
await reader.readFrames(path, { requester: 'anyone', signal: new AbortController().signal });
for (const pid of listChildren()) process.kill(pid, 'SIGSTOP');
await reader.close();
