import { findExcessSeconds } from '../model/judge-line.ts';

/** How a moved line looks before it is put there. */
interface Preview {
  readonly byPx: number;
  readonly availableSeconds: number;
  /** The available duration of the previous line. */
  readonly availableBeforeSeconds: number;
  readonly label: string;
}

export interface DragPreview {
  show(preview: Preview): void;
  /** Everything is again as it was rendered, also where that has changed meanwhile. */
  clear(): void;
}

/**
 * Paints a line at another place, over what is rendered: by styles and marks that no render touches.
 * @param lane holds the lines by `data-line-id`, and the label by `data-label`
 */
export function createDragPreview(
  lane: HTMLElement,
  lineId: string,
  previousId: string | undefined,
): DragPreview {
  const find = (id: string | undefined) => lane.querySelector<HTMLElement>(`[data-line-id="${id}"]`);
  const [moved, before] = [find(lineId), find(previousId)];
  const label = lane.querySelector<HTMLElement>('[data-label]');
  moved?.setAttribute('data-moved', '');
  return {
    show({ byPx, availableSeconds, availableBeforeSeconds, label: text }) {
      if (!moved) return;
      // Whole pixels keep its text sharp.
      const px = Math.round(byPx);
      moved.style.transform = `translateX(${px}px)`;
      showAvailable(moved, availableSeconds);
      if (before) showAvailable(before, availableBeforeSeconds);
      if (!label) return;
      label.textContent = text;
      label.hidden = false;
      label.style.transform = `translateX(${moved.offsetLeft + px}px)`;
    },
    clear() {
      moved?.removeAttribute('data-moved');
      moved?.style.removeProperty('transform');
      for (const item of [moved, before]) {
        item?.style.removeProperty('--room-now');
        item?.removeAttribute('data-now');
      }
      if (label) label.hidden = true;
    },
  };
}

function showAvailable(item: HTMLElement, availableSeconds: number): void {
  const needSeconds = Number(item.style.getPropertyValue('--need'));
  item.style.setProperty('--room-now', String(availableSeconds));
  item.dataset.now = findExcessSeconds(needSeconds, availableSeconds) > 0 ? 'too long' : 'fits';
}
