import { writeFileSync } from 'node:fs';
import { availableParallelism, setPriority } from 'node:os';
import { type ChatEvent, type ChatJob, isLooping, type LlamaContext, loadLlama } from './load-llama.ts';

// A process of its own: llama.cpp ends its process when a file is damaged, and looking at a picture can be stopped only by killing it.
// Started with the paths of a model and its projector, or with none to find out whether llama.cpp runs here.

/** Questions with their notes take at most 6,000 tokens, answers 1,000. */
const contextTokens = 8192;
/** Recommended for Qwen3-VL's instruct models (its README); others are written for little else. */
const sampling = { temperature: 0.7, top_p: 0.8, top_k: 20, penalty_present: 1.5 };
/** Below the server's, as in a decoding child. */
const niceness = 5;

const [modelPath, projectorPath] = process.argv.slice(2);
// The server is gone.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
yieldToOthers();
const llama = loadLlama();
if (modelPath && projectorPath) serve(openModel(modelPath, projectorPath));
tell({ kind: 'loaded' });

function tell(event: ChatEvent): void {
  process.send?.(event);
}

/** If memory or processors get short, this process stands back, not the server. */
function yieldToOthers(): void {
  try {
    setPriority(niceness);
    writeFileSync('/proc/self/oom_score_adj', '500');
  } catch {
    // Other systems have no such file.
  }
}

function openModel(model: string, projector: string): LlamaContext {
  const context = new llama.LlamaContext({
    model,
    n_ctx: contextTokens,
    n_threads: availableParallelism(),
    ctx_shift: false,
    // Half the memory of 16 bits, and on a processor without AVX two and a half times as fast.
    cache_type_k: 'q8_0',
    cache_type_v: 'q8_0',
    flash_attn_type: 'on',
  });
  context.initMultimodal({ path: projector, use_gpu: true });
  return context;
}

function serve(context: LlamaContext): void {
  process.on('message', (job: ChatJob) => {
    answer(context, job).catch((error: unknown) => {
      tell({ kind: 'failed', isTooLong: String(error).includes('Not enough context space') });
    });
  });
}

async function answer(context: LlamaContext, { messages, pictures, maxTokens }: ChatJob): Promise<void> {
  let written = '';
  let hasEnded = false;
  let wasLooping = false;
  const pass = (text: string) => {
    written += text;
    tell({ kind: 'piece', text });
  };
  const result = await context.completion(
    {
      messages,
      media_paths: pictures,
      n_predict: maxTokens,
      ...sampling,
      jinja: true,
      enable_thinking: false,
      force_pure_content: true,
    },
    ({ token }) => {
      if (hasEnded || wasLooping) return;
      pass(token);
      wasLooping = isLooping(written);
      if (wasLooping) context.stopCompletion();
    },
  );
  // It may end before its last tokens arrive.
  hasEnded = true;
  if (!wasLooping) pass(result.text.slice(written.length));
  if (result.context_full && result.tokens_predicted === 0) tell({ kind: 'failed', isTooLong: true });
  else tell({ kind: 'ended', wasCut: wasLooping || result.stopped_limited || result.context_full });
}
