/** Programs with these default ports, by their documentation. */
const usualPrograms: Readonly<Record<number, string>> = {
  11434: 'Ollama',
  1234: 'LM Studio',
  8080: 'llama.cpp or LocalAI',
  8000: 'vLLM or Speaches',
  8880: 'Kokoro-FastAPI',
  4123: 'Chatterbox',
  5000: 'Piper',
  8091: 'vLLM-Omni',
};

/** A server on this machine for a person, such as `Ollama (port 11434)`. */
export function describeServerAt(port: number, greeting: string): string {
  const name = isOllama(greeting) ? 'Ollama' : usualPrograms[port];
  return name ? `${name} (port ${port})` : `port ${port}`;
}

/** A program without a model that looks at pictures, and the command that fetches one. */
export interface ModelAdvice {
  readonly program: string;
  readonly command: string;
}

/** @returns undefined for a program for which no command is known */
export function adviseModel(greeting: string): ModelAdvice | undefined {
  // 1.9 GB, and it writes, too (ollama.com/library/qwen3-vl).
  return isOllama(greeting) ? { program: 'Ollama', command: 'ollama pull qwen3-vl:2b-instruct' } : undefined;
}

/** @param greeting what the server answers at its root (ollama 0.33, server/routes.go) */
function isOllama(greeting: string): boolean {
  return greeting.startsWith('Ollama is running');
}
