import { createHash, createHmac, type Hash } from 'node:crypto';

/**
 * A fingerprint of what a call asks for, taken while it is read: nothing of it is held for that. Made with the server's
 * secret, so that nobody can try out which text it was.
 */
export class ContentDigest {
  readonly #hmac;

  constructor(secret: string) {
    this.#hmac = createHmac('sha256', secret);
  }

  /** The next texts of what is asked for. Where one ends and the next begins counts, too. */
  add(...texts: readonly string[]): void {
    this.#hmac.update(JSON.stringify(texts));
  }

  /** For a file that comes in pieces: whoever reads it updates the hash, and then calls {@link addFile}. */
  beginFile(): Hash {
    return createHash('sha256');
  }

  addFile(name: string, hash: Hash): void {
    this.add('file', name, hash.digest('base64url'));
  }

  /** To be called once, at the end. */
  read(): string {
    return this.#hmac.digest('base64url');
  }
}
