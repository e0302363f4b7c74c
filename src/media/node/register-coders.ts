// The first registered mp3 encoder is used, and that of @mediabunny/server (1.59) corrupts the process's memory.
import '../mp3/mp3-encoder.ts';
import { registerMediabunnyServer } from '@mediabunny/server';
import { registerDecoder, registerEncoder } from 'mediabunny';
import { BoundedVideoDecoder } from './bounded-decoder.ts';
import { NodeSoundDecoder } from './sound-decoder.ts';
import { NodeSoundEncoder } from './sound-encoder.ts';

// Before mediabunny's own decoders, which do not limit the picture size: the first registered is used.
registerDecoder(BoundedVideoDecoder);
registerEncoder(NodeSoundEncoder);
registerDecoder(NodeSoundDecoder);
// No hardware decoding: a hostile file could crash graphics drivers, too.
registerMediabunnyServer({ hardwareContext: null });
