import { reportMessages } from '#shared/messages/description-report.ts';
import { t } from '#shared/messages/message.ts';
import { reviewMessages } from '#shared/messages/review.ts';
import { listReportSections, type ReportSection } from '#shared/report/description-report.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import type { EditorState } from '../model/editor-state.ts';
import { getChecks } from '../model/line-checks.ts';
import { getDescribedVideo, getDescriptionPlan, getLineStates } from '../model/line-states.ts';
import { getProvenance } from '../model/plan-voice.ts';
import { getNarration } from '../model/select.ts';
import { useEditor } from '../model/use-editor.tsx';
import classes from './review.module.css';

export function ReportDialog({ onClose }: { readonly onClose: () => void }) {
  const { store } = useEditor();
  const [head, ...sections] = listSections(store.getState());
  return (
    <Dialog title={head?.heading ?? t(reportMessages.title)} onClose={onClose}>
      <div className={classes.report}>
        <h2 className={classes.printed}>{head?.heading}</h2>
        {head?.rows.map(({ text }) => (
          <p key={text}>{text}</p>
        ))}
        {sections.map(({ heading, rows }) => (
          <section key={heading}>
            <h3>{heading}</h3>
            <ul>
              {rows.map(({ text }) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </section>
        ))}
        <p>{t(reportMessages.check)}</p>
        <Button onClick={() => window.print()}>{t(reviewMessages.printReport)}</Button>
      </div>
    </Dialog>
  );
}

/** By measured lengths where lines were spoken, else by estimates. */
function listSections(state: EditorState): readonly ReportSection[] {
  const described = getDescribedVideo(state);
  const narration = getNarration(state);
  const plan = getDescriptionPlan(getLineStates(state));
  if (!described || !plan) return [];
  return listReportSections({
    ...described,
    plan,
    provenance: getProvenance(state),
    review: narration?.review,
    untold: narration?.untold,
    observations: state.project.observations,
    checks: getChecks(state).all,
  });
}
