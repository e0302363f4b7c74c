import type { Marks } from '#shared/marks/provenance.ts';

const sourceTypes = 'http://cv.iptc.org/newscodes/digitalsourcetype/';
/** Fixed by the specification, so that a reader finds the packet in any file. */
const packetId = 'W5M0MpCehiHzreSzNTczkc9d';

/**
 * Writes marks as an XMP packet (ISO 16684-1) with IPTC's digital source type.
 * @param original packet of the file that this one was made from: kept, but for a source type that does not name AI
 */
export function writeXmp(marks: Marks, original = ''): Uint8Array<ArrayBuffer> {
  const end = original.lastIndexOf('</rdf:RDF>');
  if (end < 0) return new TextEncoder().encode(wrap(describe(marks, () => true)));
  const added = describe(marks, name => !original.includes(name));
  const packet = `${original.slice(0, end)}${added}${original.slice(end)}`;
  return new TextEncoder().encode(replaceSourceType(packet, marks));
}

function wrap(description: string): string {
  const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${description}</rdf:RDF>`;
  const meta = `<x:xmpmeta xmlns:x="adobe:ns:meta/">${rdf}</x:xmpmeta>`;
  return `<?xpacket begin="\uFEFF" id="${packetId}"?>${meta}<?xpacket end="w"?>`;
}

/** @param isWanted by name of a property */
function describe(marks: Marks, isWanted: (name: string) => boolean): string {
  const { software, madeAt, digitalSourceType } = marks;
  const values = {
    'xmp:CreatorTool': software,
    'xmp:CreateDate': madeAt,
    'Iptc4xmpExt:DigitalSourceType': digitalSourceType,
  };
  const properties = Object.entries(values).flatMap(([name, value]) =>
    value && isWanted(name) ? `<${name}>${escapeXml(value)}</${name}>` : [],
  );
  const namespaces = [
    'xmlns:xmp="http://ns.adobe.com/xap/1.0/"',
    'xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"',
  ].join(' ');
  return `<rdf:Description rdf:about="" ${namespaces}>${properties.join('')}</rdf:Description>`;
}

/** A recording is a composite now; what an AI made remains so. */
function replaceSourceType(packet: string, { digitalSourceType }: Marks): string {
  const start = packet.indexOf(sourceTypes);
  if (start < 0 || !digitalSourceType) return packet;
  const name = /^\w*/.exec(packet.slice(start + sourceTypes.length))?.[0] ?? '';
  if (/trainedAlgorithmicMedia$/i.test(name)) return packet;
  return packet.replaceAll(sourceTypes + name, digitalSourceType);
}

export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
