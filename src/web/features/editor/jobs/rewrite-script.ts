import type { ScriptChange } from '#shared/script/time-budget.ts';
import { addNarration, runUnremembered, showNarration } from '../model/change-document.ts';
import type { Editor } from '../model/editor.ts';
import { runLateUnremembered } from '../model/run-late.ts';
import { getNarration, getScript } from '../model/select.ts';
import { runJob } from './run-job.ts';

/**
 * Writes a continuous script anew so that it fits its video, as a new version; where it fails, nothing is changed.
 * @param spokenSeconds of its recording, where there is one
 */
export function rewriteScript(editor: Editor, change: ScriptChange, spokenSeconds: number | undefined): void {
  const { store, service } = editor;
  const { video } = store.getState();
  const before = getNarration(store.getState());
  if (!video || !before) return;
  let narrationId: string | undefined;
  runJob(editor, {
    kind: 'rewrite',
    activity: { kind: 'writing' },
    async work({ signal, report, setNarration }) {
      let grown = '';
      const put = (text: string) => {
        if (narrationId === undefined) {
          const { id: _, createdAt: __, lines: ___, ...copied } = before;
          narrationId = addNarration(store, { ...copied, derivedFrom: before.id }).id;
          setNarration(narrationId);
        }
        runUnremembered(store, { type: 'replaceText', narrationId, text, origin: 'written' });
      };
      const { language, prompt } = before;
      // The writer keeps the names of roles.
      const script = getScript(store.getState().project, before);
      const durationSeconds = video.facts.durationSeconds;
      const written = await service.rewriteScript(
        { script, change, language, prompt, durationSeconds, spokenSeconds, signal },
        step => {
          if (signal.aborted || step.type !== 'grew') return;
          report({ kind: 'writing' });
          grown += step.delta;
          put(grown);
        },
      );
      if (!signal.aborted) put(written.text);
      if (!signal.aborted && narrationId !== undefined && written.writer)
        runUnremembered(store, { type: 'changeNarration', narrationId, changes: { writer: written.writer } });
      return undefined;
    },
    giveBack() {
      if (narrationId === undefined) return;
      showNarration(store, before.id);
      runLateUnremembered(store, { type: 'removeNarration', narrationId });
    },
  });
}
