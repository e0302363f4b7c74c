import { escapeMarkup } from '#shared/escape-markup.ts';
import type { Marks } from '#shared/marks/provenance.ts';
import { encodeText } from '../container/iso-boxes.ts';

const sourceTypes = 'http://cv.iptc.org/newscodes/digitalsourcetype/';
/** Fixed by the specification, so that a reader finds the packet in any file. */
const packetId = 'W5M0MpCehiHzreSzNTczkc9d';

/**
 * Writes marks as an XMP packet (ISO 16684-1) with IPTC's digital source type.
 * @param original packet of the file that this one was made from: kept, but for a source type that does not name AI
 */
export function writeXmp(marks: Marks, original = ''): Uint8Array<ArrayBuffer> {
  const { software, madeAt, digitalSourceType } = marks;
  const type = { 'Iptc4xmpExt:DigitalSourceType': digitalSourceType };
  const end = original.lastIndexOf('</rdf:RDF>');
  const packet =
    end < 0
      ? wrap(describe({ 'xmp:CreatorTool': software, 'xmp:CreateDate': madeAt, ...type }))
      : original.includes(':DigitalSourceType')
        ? replaceSourceType(original, marks)
        : `${original.slice(0, end)}${describe(type)}${original.slice(end)}`;
  return encodeText(packet);
}

function wrap(description: string): string {
  const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${description}</rdf:RDF>`;
  const meta = `<x:xmpmeta xmlns:x="adobe:ns:meta/">${rdf}</x:xmpmeta>`;
  return `<?xpacket begin="\uFEFF" id="${packetId}"?>${meta}<?xpacket end="w"?>`;
}

/** @param values of properties by name */
function describe(values: Readonly<Record<string, string | undefined>>): string {
  const properties = Object.entries(values).map(
    ([name, value]) => value && `<${name}>${escapeMarkup(value)}</${name}>`,
  );
  const namespaces = [
    'xmlns:xmp="http://ns.adobe.com/xap/1.0/"',
    'xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"',
  ].join(' ');
  return `<rdf:Description rdf:about="" ${namespaces}>${properties.filter(Boolean).join('')}</rdf:Description>`;
}

/** A recording is a composite now; what an AI made remains so. */
function replaceSourceType(packet: string, { digitalSourceType }: Marks): string {
  const start = packet.indexOf(sourceTypes);
  if (start < 0 || !digitalSourceType) return packet;
  const name = /^\w*/.exec(packet.slice(start + sourceTypes.length))?.[0] ?? '';
  if (/trainedAlgorithmicMedia$/i.test(name)) return packet;
  return packet.replaceAll(sourceTypes + name, digitalSourceType);
}
