import { boxHeadBytes, readBoxHead } from '../container/iso-boxes.ts';
import type { FileBytes } from '../container/video-file.ts';
import { boxUuid } from './place-manifest.ts';

/** Far more than a file has that is not fragmented. */
const mostBoxes = 1000;

/** How many bytes the manifests of an MP4 or MOV file take; 0 for other files. */
export async function findManifestBytes(file: FileBytes): Promise<number> {
  let bytes = 0;
  let start = 0;
  for (let count = 0; count < mostBoxes && start + boxHeadBytes <= file.size; count++) {
    const bytesThere = await file.read(start, Math.min(start + 2 * boxHeadBytes + boxUuid.length, file.size));
    const head = readBoxHead(bytesThere, 0);
    if (!head) break;
    const uuid = bytesThere.subarray(head.contentAt, head.contentAt + boxUuid.length);
    if (head.kind === 'uuid' && boxUuid.every((byte, at) => byte === uuid[at])) bytes += head.end;
    start += head.end;
  }
  return bytes;
}
