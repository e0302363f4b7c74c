/** Files named `.mp4` that are something else. Each is the start of a real one. */
const canary = 'http://127.0.0.1:9/canary';

const texts: Record<string, string> = {
  'an HLS playlist': `#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:4,\n${canary}/segment.ts\n#EXT-X-ENDLIST\n`,
  'a list of HLS streams': `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n${canary}/list.m3u8\n`,
  'a DASH manifest': `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><BaseURL>${canary}</BaseURL></MPD>`,
  'a session description': 'v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nm=video 9 RTP/AVP 96\n',
  'a concat script': 'ffconcat version 1.0\nfile /etc/passwd\n',
  'an SVG picture': `<svg xmlns="http://www.w3.org/2000/svg"><image href="${canary}"/></svg>`,
  'a subtitle file':
    '[Script Info]\nTitle: x\n[Events]\nDialogue: 0,0:00:00.00,0:00:02.00,Default,,0,0,0,,x\n',
  'plain text': 'This is no video, whatever its name says.\n'.repeat(50),
  'a PDF': '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF\n',
};

const bytes: Record<string, number[]> = {
  'a ZIP': [0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0],
  'a PNG': [
    0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1,
  ],
  'a JPEG': [0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1],
  'an MP3': [0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 0, 0xff, 0xfb, 0x90, 0x64],
  'a GIF': [0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0],
};

/** By what they are. */
export const notVideos: Record<string, Uint8Array<ArrayBuffer>> = {
  'an empty file': new Uint8Array(0),
  'one byte': new Uint8Array(1),
  'a megabyte of zeros': new Uint8Array(1_000_000),
  ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, new TextEncoder().encode(text)])),
  ...Object.fromEntries(
    Object.entries(bytes).map(([name, start]) => [
      name,
      Uint8Array.from([...start, ...new Uint8Array(4096)]),
    ]),
  ),
};
