import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { commentsAnswerSchema, type OwnedComment } from '#shared/api/review.ts';
import { callServer, getAnswer, postJson } from '../../../lib/call-server.ts';
import { getNarration } from '../model/select.ts';
import { useEditorState } from '../model/use-editor.tsx';

const pollMs = 10_000;

const pathOf = (projectId: string) =>
  `/api/projects/${encodeURIComponent(projectId.toWellFormed())}/comments`;
const keyOf = (projectId: string) => ['comments', projectId];

/**
 * The comments of reviewers on the shown narration, those of its lines apart.
 * @param asks for new ones again and again; one component does
 */
export function useComments(asks = false) {
  const projectId = useEditorState(({ project }) => project.id);
  const narrations = useEditorState(({ project }) => project.narrations);
  const narration = useEditorState(getNarration);
  const isStored = useEditorState(({ keeping }) => keeping.account === 'saved');
  const { data } = useQuery({
    queryKey: keyOf(projectId),
    queryFn: ({ signal }) => getAnswer(pathOf(projectId), commentsAnswerSchema, signal),
    enabled: isStored,
    // One that the account does not have any more has none.
    refetchInterval: ({ state }) => (asks && !state.error ? pollMs : false),
    retry: false,
  });
  const lineIds = narration?.lines.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the narrations only which lines there are
  return useMemo(() => {
    const isElsewhere = ({ narrationId }: OwnedComment) =>
      narrationId !== narration?.id && narrations.some(({ id }) => id === narrationId);
    const comments = data?.comments.filter(comment => !isElsewhere(comment)) ?? [];
    const byLine = Map.groupBy(comments, ({ lineId }) =>
      narration?.lines.some(({ id }) => id === lineId) ? lineId : null,
    );
    return { byLine, whole: byLine.get(null) ?? [], open: comments.filter(each => !each.isResolved).length };
  }, [data, narration?.id, lineIds]);
}

export function useCommentCalls() {
  const projectId = useEditorState(({ project }) => project.id);
  const queryClient = useQueryClient();
  const path = pathOf(projectId);
  const refresh = () => queryClient.invalidateQueries({ queryKey: keyOf(projectId) });
  return {
    async resolve(id: string, isResolved: boolean): Promise<void> {
      await postJson(`${path}/${id}/resolution`, { isResolved });
      await refresh();
    },
    async remove(id: string): Promise<void> {
      await callServer(`${path}/${id}`, { method: 'DELETE' });
      await refresh();
    },
  };
}
