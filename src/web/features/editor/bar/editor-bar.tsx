import { useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { keyboardShortcutsMessages } from '#shared/messages/keyboard-shortcuts.ts';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { sharingMessages } from '#shared/messages/sharing.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { workspaceMessages as messages } from '#shared/messages/workspace.ts';
import { Button, IconButton } from '../../../components/button.tsx';
import { useIsNarrow } from '../../../components/drawer.tsx';
import { type MenuAction, MenuButton } from '../../../components/menu.tsx';
import { Badge, useColorScheme } from '../../../components/page-frame.tsx';
import { useRovingIndex } from '../../../lib/focus.ts';
import { DownloadAudio, ExportButton } from '../export/export-button.tsx';
import { hasText, nameProject } from '../keep/kept-projects.ts';
import { hasAccount } from '../keep/start-storage.ts';
import type { NarrationEditorProps, PageEntry } from '../model/narration-service.ts';
import { isWriting } from '../model/select.ts';
import { redo, undo } from '../model/undo.ts';
import { noSubscription, useEditor, useEditorState } from '../model/use-editor.tsx';
import { useSharing } from '../panels/share-dialog.tsx';
import { ShortcutsDialog } from '../script/keys.tsx';
import { askForScript, type OpenScript } from '../script/script-text.tsx';
import { VoiceField } from '../start/narration-form.tsx';
import { askForVideo } from '../start/video-card.tsx';
import { GenerateAudio } from '../start/work-button.tsx';
import classes from './bar.module.css';
import { LanguageMenu } from './language-menu.tsx';

interface EditorBarProps extends Pick<NarrationEditorProps, 'menu' | 'menuTitle'> {
  readonly own: OpenScript;
}

export function EditorBar({ menu, menuTitle, own }: EditorBarProps) {
  const isNarrow = useIsNarrow();
  const { canShare, open: share, dialog } = useSharing();
  return (
    <section className={classes.bar} aria-label={t(messages.bar)} data-region="bar">
      <Link className={classes.badge} to="/" aria-label="Benshi">
        <Badge />
      </Link>
      <NameMenu own={own} share={isNarrow && canShare ? share : undefined} />
      <LanguageMenu />
      <UndoButtons />
      <div className={classes.end}>
        {isNarrow && <PlayButton />}
        {!isNarrow && (
          <div className={classes.voice}>
            <VoiceField />
          </div>
        )}
        <GenerateAudio />
        {canShare && !isNarrow && (
          <Button variant="default" aria-haspopup="dialog" onClick={share}>
            {t(sharingMessages.share)}
          </Button>
        )}
        <DownloadAudio />
        <ExportButton />
      </div>
      <PageMenu entries={menu} title={menuTitle} />
      {dialog}
    </section>
  );
}

/** In reach of a thumb, where the player is small. */
function PlayButton() {
  const player = useEditorState(state => state.player);
  const isPlaying = useSyncExternalStore(
    player?.subscribe ?? noSubscription,
    () => player?.getPlaybackTime().isPlaying ?? false,
  );
  if (!player) return null;
  return (
    <IconButton
      className={classes.icon}
      label={t(isPlaying ? messages.pause : messages.play)}
      path={isPlaying ? 'M7 5h3.500v14H7zM13.5 5H17v14h-3.500z' : 'M8 4.500v15l12-7.500z'}
      onClick={player.toggle}
    />
  );
}

interface NameMenuProps extends Pick<EditorBarProps, 'own'> {
  /** On a phone, whose bar has no room for the button. */
  readonly share: (() => void) | undefined;
}

function NameMenu({ own, share }: NameMenuProps) {
  const { store } = useEditor();
  const name = useEditorState(({ project }) => nameProject(project));
  const hasVideo = useEditorState(({ video }) => video !== undefined);
  const replaces = useEditorState(({ project }) => project.video !== undefined && hasText(project));
  const isWorking = useEditorState(({ job }) => job !== undefined);
  const saved = useSaved();
  const label = t(messages.narrationMenu, { name });
  const actions: readonly MenuAction[] = [
    { label: t(messages.allNarrations), choose: () => store.setState({ isListOpen: true }) },
    {
      label: t(replaces ? messages.replaceVideo : hasVideo ? messages.changeVideo : messages.addVideo),
      isPossible: !isWorking,
      choose: () => askForVideo(replaces),
    },
    { label: t(messages.openScript), isPossible: !isWorking, choose: () => askForScript(own.open) },
    ...(share ? [{ label: t(sharingMessages.share), choose: share }] : []),
  ];
  return (
    <>
      <MenuButton
        label={label}
        placement="bottom-start"
        listGroups={() => [{ actions }]}
        renderButton={button => (
          <button type="button" className={classes.name} aria-label={label} {...button}>
            <span className="truncate">{name}</span>
          </button>
        )}
      />
      <span className={`truncate soft small ${classes.saved}`}>{saved}</span>
    </>
  );
}

function useSaved(): string {
  const editor = useEditor();
  return useEditorState(({ keeping: { account, isKept } }) => {
    if (!isKept) return t(messages.notSaved);
    if (!hasAccount(editor)) return t(messages.savedHere);
    if (account === 'offline') return t(messages.savedOffline);
    return t(account === 'saved' ? messages.saved : messages.savedHere);
  });
}

function UndoButtons() {
  const { store } = useEditor();
  const canUndo = useEditorState(state => state.past.length > 0 && !isWriting(state));
  const canRedo = useEditorState(state => state.future.length > 0 && !isWriting(state));
  const steps = [
    { label: t(studioMessages.undo), isPossible: canUndo, onPress: () => undo(store), path: undoPath },
    { label: t(studioMessages.redo), isPossible: canRedo, onPress: () => redo(store), path: redoPath },
  ];
  const getItemProps = useRovingIndex(steps.length);
  return (
    <div className={classes.undo} role="toolbar" aria-label={t(studioMessages.history)}>
      {steps.map(({ label, isPossible, onPress, path }, index) => (
        <IconButton
          key={label}
          label={label}
          title={label}
          path={path}
          className={classes.icon}
          isBlocked={!isPossible}
          {...getItemProps(index, onPress)}
        />
      ))}
    </div>
  );
}

const undoPath = 'M9 7 4 12l5 5M4.500 12H15a5 5 0 0 1 0 10h-3';
const redoPath = 'm15 7 5 5-5 5M19.500 12H9a5 5 0 0 0 0 10h3';

type PageMenuProps = { readonly entries: readonly PageEntry[]; readonly title: string | undefined };

function PageMenu({ entries, title }: PageMenuProps) {
  const [scheme, chooseScheme] = useColorScheme();
  const [areKeysOpen, setKeysOpen] = useState(false);
  const other = scheme === 'dark' ? 'light' : 'dark';
  const groups = () => [
    { heading: title, actions: entries.map(toAction) },
    {
      actions: [
        { label: t(messages.shortcuts), choose: () => setKeysOpen(true) },
        {
          label: t(other === 'dark' ? pageMessages.useDarkColours : pageMessages.useLightColours),
          choose: () => chooseScheme(other),
        },
        toAction({ label: t(pageMessages.sourceCode), href: '/source' }),
      ],
    },
  ];
  return (
    <>
      <MenuButton
        label={t(messages.menu)}
        listGroups={groups}
        renderButton={button => (
          <IconButton
            {...button}
            className={classes.icon}
            label={t(messages.menu)}
            path="M4 7h16M4 12h16M4 17h16"
          />
        )}
      />
      {/* Pressed by its key, wherever the focus is. */}
      <button
        type="button"
        hidden
        aria-keyshortcuts="?"
        aria-label={t(keyboardShortcutsMessages.title)}
        onClick={() => setKeysOpen(true)}
      />
      {areKeysOpen && <ShortcutsDialog onClose={() => setKeysOpen(false)} />}
    </>
  );
}

function toAction(entry: PageEntry): MenuAction {
  const { label } = entry;
  if ('onChoose' in entry) return { label, choose: entry.onChoose };
  if ('to' in entry) return { label, link: <Link to={entry.to} /> };
  return {
    label,
    // biome-ignore lint/a11y/useAnchorContent: the menu puts the label in it
    link: <a href={entry.href} target="_blank" rel="noopener" />,
    choose: () => entry.onOpen?.(),
  };
}
