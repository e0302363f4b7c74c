import { type RefusalNames, readRefusalNames } from './error-body.ts';

/** An error response of the provider. Its text is dropped: it may repeat the script or the key. */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: Headers;
  readonly names: RefusalNames;

  constructor(status: number, headers: Headers, body: string) {
    super(`The provider answered ${status}.`);
    this.name = 'Refusal';
    this.status = status;
    this.headers = headers;
    this.names = readRefusalNames(body);
  }

  hasCode(wanted: readonly string[]): boolean {
    return this.names.codes.some(code => wanted.includes(code));
  }
}
