import { getLanguage } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { pronunciationMessages as messages } from '#shared/messages/pronunciation.ts';
import { TextButton } from '../../../components/button.tsx';
import { hasAccount } from '../keep/start-storage.ts';
import { useEditor } from '../model/use-editor.tsx';
import type { Entry } from './keep-entries.ts';
import classes from './pronunciation.module.css';

interface EntryTableProps {
  readonly entries: readonly Entry[];
  readonly onEdit: (entry: Entry) => void;
  readonly onRemove: (entry: Entry) => void;
}

export function EntryTable({ entries, onEdit, onRemove }: EntryTableProps) {
  const editor = useEditor();
  if (entries.length === 0) return <p>{t(messages.none)}</p>;
  const scopes = {
    project: t(messages.project),
    own: t(hasAccount(editor) ? messages.account : messages.browser),
  };
  return (
    <div className={classes.scroller}>
      <table className={classes.table} aria-label={t(messages.list)}>
        <thead>
          <tr>
            {[messages.word, messages.say, messages.language, messages.scope, messages.actions].map(title => (
              <th key={title.key} scope="col">
                {t(title)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map(entry => {
            const { term: word, say, language, scope } = entry;
            const { code } = getLanguage(language);
            return (
              <tr key={`${scope} ${language} ${word}`}>
                <th scope="row" lang={code} dir="auto">
                  {word}
                </th>
                <td lang={code} dir="auto">
                  {say}
                </td>
                <td>{language}</td>
                <td>{scopes[scope]}</td>
                <td className={classes.actions}>
                  <TextButton
                    aria-label={t(messages.editWord, { word, language })}
                    onClick={() => onEdit(entry)}
                  >
                    {t(messages.edit)}
                  </TextButton>
                  <TextButton
                    aria-label={t(messages.removeWord, { word, language })}
                    onClick={() => onRemove(entry)}
                  >
                    {t(messages.remove)}
                  </TextButton>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
