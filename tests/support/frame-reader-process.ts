import { createFrameReader } from '#server/decoding/frame-reader.ts';

/** A server that reads the given video, reports that, and waits. */
const [, , path = ''] = process.argv;
const reader = createFrameReader({ maxSeconds: 100, workers: 2 });
reader.readFrames(path, { requester: 'anyone', signal: new AbortController().signal }).catch(() => {});
setInterval(() => {}, 1000);
process.stdout.write('started\n');
