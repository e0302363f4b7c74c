import { createEditor } from '../../src/web/features/editor/model/editor.ts';
import type { NarrationService } from '../../src/web/features/editor/model/narration-service.ts';

/** An editor with a video, whose service refuses what a test does not give. */
export function createTestEditor(service: Partial<NarrationService> = {}) {
  const refuse = () => Promise.reject(new Error('The test asks for nothing else.'));
  const editor = createEditor({
    owner: 'test',
    service: {
      prepare: refuse,
      createScript: refuse,
      rewriteScript: refuse,
      rewriteLine: refuse,
      translateLines: refuse,
      transcribe: refuse,
      speakLines: refuse,
      createAudio: refuse,
      ...service,
    },
    getConfig: () => undefined,
    getPlans: () => ['standard'],
  });
  const file = new File(['video'], 'film.mp4', { type: 'video/mp4' });
  editor.store.setState({
    video: { file, facts: { durationSeconds: 4, width: 320, height: 180, hasSound: true } },
  });
  return editor;
}
