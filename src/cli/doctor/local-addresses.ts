/** An AI server on this machine, at its usual port. */
export interface LocalServer {
  readonly port: number;
  /** Programs with this default port. */
  readonly programs: string;
}

/** From the vendors' documentation; only this machine is asked. */
export const usualServers: readonly LocalServer[] = [
  { port: 11434, programs: 'Ollama' },
  { port: 1234, programs: 'LM Studio' },
  { port: 8080, programs: 'llama.cpp, LocalAI' },
  { port: 8000, programs: 'vLLM, speaches' },
  { port: 8880, programs: 'Kokoro-FastAPI' },
];

/** The settings for the address of an own server, for all steps or for one. */
export const addressSettings = {
  all: 'OPENAI_BASE_URL',
  vision: 'OPENAI_VISION_BASE_URL',
  script: 'OPENAI_SCRIPT_BASE_URL',
  speech: 'OPENAI_SPEECH_BASE_URL',
} as const;

/** Shown if no server was found. */
export const advice = `Start an AI server, such as Ollama with a vision model (ollama pull gemma3:4b), and run the doctor again. Or use a key: OPENAI_API_KEY=… npm start. See docs/guides/connect-an-ai.md.`;
