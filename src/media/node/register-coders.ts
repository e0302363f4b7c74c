// The first registered mp3 encoder is used, and that of @mediabunny/server (1.59) corrupts the process's memory.
import '../mp3/mp3-encoder.ts';
import { registerMediabunnyServer } from '@mediabunny/server';
import { registerBoundedDecoder } from './bounded-decoder.ts';
import { registerSoundDecoder } from './sound-decoder.ts';
import { registerSoundEncoder } from './sound-encoder.ts';

// Before mediabunny's own decoders, which do not limit the picture size: the first registered is used.
registerBoundedDecoder();
registerSoundEncoder();
registerSoundDecoder();
// No hardware decoding: a hostile file could crash graphics drivers, too.
registerMediabunnyServer({ hardwareContext: null });
