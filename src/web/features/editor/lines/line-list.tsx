import { getLineStates } from '../derive/line-states.ts';
import { useEditorState } from '../store/use-editor.tsx';

/** Interim: rebuilt beside this file. */
export function LineList() {
  const lines = useEditorState(getLineStates);
  return (
    <ol>
      {lines.map(({ line }) => (
        <li key={line.id}>{line.text}</li>
      ))}
    </ol>
  );
}
