import { type RefusalNames, readRefusalNames } from './error-body.ts';

/** An answer of the provider that is not a success. Its words are not kept: they may repeat the script or the key. */
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
