import type { RefObject } from 'react';
import { t } from '#shared/messages/message.ts';
import { workspaceMessages as messages } from '#shared/messages/workspace.ts';
import { Drawer } from '../../../components/drawer.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import type { PanelId } from '../model/editor-state.ts';
import type { NarrationEditorProps } from '../model/narration-service.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import { NarrationForm, WhoWorks } from '../start/narration-form.tsx';
import { BeginScript, Cost } from '../start/work-button.tsx';

import classes from './panels.module.css';
import { countReviewItems, ReviewPanel } from './review-panel.tsx';
import { countTranscriptIssues, TranscriptPanel } from './transcript-panel.tsx';
import { countVoicesToCheck, VoicesPanel } from './voices-panel.tsx';

type PanelsProps = NarrationEditorProps & { readonly root: RefObject<HTMLElement | null> };

const panelIds: readonly PanelId[] = ['brief', 'voices', 'transcript', 'review'];

export function Panels(props: PanelsProps) {
  const { store } = useEditor();
  const openId = useEditorState(state => state.openPanel);
  const counts: Partial<Record<PanelId, number>> = {
    voices: useEditorState(countVoicesToCheck),
    transcript: useEditorState(countTranscriptIssues),
    review: useEditorState(countReviewItems),
  };
  const open = (id: PanelId | undefined) => store.setState({ openPanel: id });
  return (
    <div className={classes.panels} data-open={openId !== undefined || undefined} data-region="panel">
      <Tabs
        label={t(messages.panels)}
        tabs={panelIds.map(id => ({ id, label: t(messages[id]), count: counts[id] }))}
        openId={openId}
        onOpen={open}
        renderPanel={({ id, label }) => (
          <Drawer title={label} onClose={() => open(undefined)}>
            <div className="stack">
              <Panel {...props} id={id} />
            </div>
          </Drawer>
        )}
      />
    </div>
  );
}

function Panel({ id, ...props }: PanelsProps & { readonly id: PanelId }) {
  switch (id) {
    case 'brief':
      return <BriefPanel {...props} />;
    case 'voices':
      return (
        <>
          <VoicesPanel />
          <Cost work="speak" render={props.renderCost} />
        </>
      );
    case 'transcript':
      return <TranscriptPanel />;
    case 'review':
      return <ReviewPanel />;
  }
}

function BriefPanel({ languageNames, isUsedUp, allowance, renderCost, root }: PanelsProps) {
  const hasSeen = useEditorState(({ project }) => project.observations.length > 0);
  return (
    <>
      <NarrationForm languageNames={languageNames} />
      <BeginScript lineId={undefined} {...{ isUsedUp, allowance, renderCost, root }} />
      <Cost work={hasSeen ? 'write' : 'look and write'} render={renderCost} />
      <WhoWorks />
    </>
  );
}
