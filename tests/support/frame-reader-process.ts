import { createFrameReader } from '#server/decoding/frame-reader.ts';

/** A little server: reads the video that it is given, says so, and waits for what happens to it. */
const [, , path = ''] = process.argv;
const reader = createFrameReader({ maxSeconds: 100, workers: 2 });
reader.readFrames(path, { requester: 'anyone', signal: new AbortController().signal }).catch(() => {});
setInterval(() => {}, 1000);
process.stdout.write('started\n');
