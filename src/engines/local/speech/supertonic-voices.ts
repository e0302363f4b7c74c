import type { Voice } from '#shared/voices.ts';

/**
 * For each of the model's voices, those of ours that it stands for, by the maker's descriptions (supertonic-py, docs/voices.md): F1 calm and rather low, F2 bright and
 * playful, F3 clear as an announcer, F4 crisp and expressive, F5 gentle; M1 lively, M2 deep and serious, M3 polished and
 * authoritative, M4 soft and youthful, M5 warm and calm. In the order of its `voice.bin`, which is that of the names of its files
 * (sherpa-onnx, scripts/supertonic/generate_voices_bin.py).
 */
const ours: Readonly<Record<string, readonly Voice[]>> = {
  F1: ['alloy', 'Charlotte', 'Serena', 'Lily'],
  F2: ['nova', 'Gigi', 'Mimi', 'Freya'],
  F3: ['Rachel', 'Dorothy', 'Matilda'],
  F4: ['Domi', 'Glinda'],
  F5: ['shimmer', 'Emily', 'Grace', 'Nicole'],
  M1: ['fable', 'Charlie', 'Patrick', 'Jeremy', 'Dave', 'Giovanni'],
  M2: ['onyx', 'Adam', 'Josh', 'Callum', 'Clyde', 'Fin', 'Jessie'],
  M3: ['Daniel', 'Arnold', 'Bill', 'Joseph', 'Paul', 'Drew', 'George'],
  M4: ['Liam', 'Antoni', 'Harry', 'Sam', 'Ethan'],
  M5: ['Michael', 'Santa', 'James', 'Doubting Thomas'],
};

export const supertonicNames: readonly string[] = Object.keys(ours);

/** The model's voice for each of ours. */
export const supertonicVoices: ReadonlyMap<Voice, string> = new Map(
  Object.entries(ours).flatMap(([name, voices]) => voices.map(voice => [voice, name] as const)),
);
