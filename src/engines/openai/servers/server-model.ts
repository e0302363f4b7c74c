/** Kinds of server that say in different ways what they have; all others say it as OpenAI does, or not at all. */
export type ServerKind = 'ollama' | 'lm-studio' | 'llama.cpp' | 'localai' | 'vllm' | 'other';

/** A model as its server describes it. What the server does not say is undefined, not false. */
export interface ServerModel {
  /** As requests name it. */
  readonly name: string;
  /** Whether it answers a chat. */
  readonly writes?: boolean | undefined;
  readonly seesPictures?: boolean | undefined;
  /** Whether it makes speech of text. */
  readonly speaks?: boolean | undefined;
  /** The longest context that it was made for, in tokens. What it is really given may be far less. */
  readonly contextTokens?: number | undefined;
  /** It passes what it is asked on to another machine. */
  readonly isRemote?: boolean | undefined;
  /** The day on which its vendor shuts it down, as the server says it: ISO, as in `2027-01-14`. */
  readonly endsOn?: string | undefined;
}

/** What a server was found to be and to have. */
export interface ServerListing {
  readonly kind: ServerKind;
  /** Where its interface begins, without a slash at the end: the base URL as it was set, or with `/v1` behind it. */
  readonly apiUrl: string;
  /** In the server's order; undefined where it answers, but has no list. */
  readonly models: readonly ServerModel[] | undefined;
}
