import { LazyParts, useLazyParts } from '../../../lib/load-chunk.ts';

const lazyDelivery = new LazyParts('how a line is spoken', () => import('./delivery-dialog.tsx'));

interface LineDeliveryProps {
  readonly lineId: string;
  readonly onClose: () => void;
}

export function LineDelivery(props: LineDeliveryProps) {
  const parts = useLazyParts(lazyDelivery, true);
  return parts ? <parts.DeliveryDialog {...props} /> : null;
}
