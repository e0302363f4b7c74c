/** A server of one's own, where its makers let it listen. */
export interface LocalServer {
  readonly port: number;
  /** Who listens there, unless told otherwise. */
  readonly programs: string;
}

/**
 * By the makers' own documentation; asked on this machine only. Whoever changed the port of a server knows it.
 */
export const usualServers: readonly LocalServer[] = [
  { port: 11434, programs: 'Ollama' },
  { port: 1234, programs: 'LM Studio' },
  { port: 8080, programs: 'llama.cpp, LocalAI' },
  { port: 8000, programs: 'vLLM, speaches' },
  { port: 8880, programs: 'Kokoro-FastAPI' },
];

/** Where a server of one's own is for every step, and for one of them. */
export const addressSettings = {
  all: 'OPENAI_BASE_URL',
  vision: 'OPENAI_VISION_BASE_URL',
  script: 'OPENAI_SCRIPT_BASE_URL',
  speech: 'OPENAI_SPEECH_BASE_URL',
} as const;

/** What may be done where nothing was found. */
export const advice = `Start a server of your own, such as Ollama with a model that sees pictures (ollama pull gemma3:4b), and come back; or take a key of a provider: OPENAI_API_KEY=… npm start. All ways are in docs/guides/connect-an-ai.md.`;
