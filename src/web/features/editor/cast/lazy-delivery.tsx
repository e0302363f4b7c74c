import { LazyParts, useLazyParts } from '../../../lib/load-chunk.ts';

const lazyDelivery = new LazyParts('how a line is spoken', () => import('./delivery-dialog.tsx'));

interface LineDeliveryProps {
  readonly lineId: string;
  readonly onClose: () => void;
}

/** The dialog with how a line is spoken. */
export function LineDelivery(props: LineDeliveryProps) {
  const parts = useLazyParts(lazyDelivery, true);
  return parts ? <parts.DeliveryDialog {...props} /> : null;
}
