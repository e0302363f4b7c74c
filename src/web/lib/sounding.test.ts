import { expect, test, vi } from 'vitest';
import { beginSounding } from './sounding.ts';

test('starting a player pauses the previous one, and only that one', () => {
  const [preview, sample, other] = [{ pause: vi.fn() }, { pause: vi.fn() }, { pause: vi.fn() }];
  beginSounding(preview);
  beginSounding(preview);
  expect(preview.pause).not.toHaveBeenCalled();
  beginSounding(sample);
  expect(preview.pause).toHaveBeenCalledOnce();
  beginSounding(other);
  expect(preview.pause).toHaveBeenCalledOnce();
  expect(sample.pause).toHaveBeenCalledOnce();
  expect(other.pause).not.toHaveBeenCalled();
});
