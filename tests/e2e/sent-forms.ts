import type { Page } from '@playwright/test';

/** A sent form field: a text's length or a file's size, in bytes. */
export interface SentField {
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
}

export interface SentBody {
  readonly address: string;
  readonly fields: readonly SentField[];
}

interface RecordingWindow extends Window {
  sentBodies: SentBody[];
}

/**
 * Records every body that the page sends. Call before opening the page: the browser's own record omits the contents of
 * files.
 */
export async function recordSentBodies(page: Page): Promise<() => Promise<SentBody[]>> {
  await page.addInitScript(() => {
    const sentBodies: SentBody[] = [];
    Object.assign(window, { sentBodies });

    const describe = (name: string, value: unknown): SentField =>
      value instanceof Blob
        ? { name, type: value.type, bytes: value.size }
        : { name, type: 'text', bytes: new TextEncoder().encode(String(value)).length };
    const note = (address: string, body: unknown) => {
      if (body === null || body === undefined) return;
      const fields = body instanceof FormData ? [...body.entries()] : [['', body] as const];
      sentBodies.push({ address, fields: fields.map(([name, value]) => describe(name, value)) });
    };

    const { fetch } = window;
    window.fetch = (input, init) => {
      note(input instanceof Request ? input.url : String(input), init?.body);
      return fetch(input, init);
    };
    const addresses = new WeakMap<XMLHttpRequest, string>();
    const { open, send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, method: string, url: string | URL) {
      addresses.set(this, String(url));
      open.call(this, method, url, true);
    };
    XMLHttpRequest.prototype.send = function (body) {
      note(addresses.get(this) ?? '', body);
      send.call(this, body);
    };
  });
  return () => page.evaluate(() => (window as unknown as RecordingWindow).sentBodies);
}
