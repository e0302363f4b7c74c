import { expect, test, vi } from 'vitest';
import { pauseOthers } from './media.ts';

test('starting a player pauses the previous one, and only that one', () => {
  const [preview, sample, other] = [{ pause: vi.fn() }, { pause: vi.fn() }, { pause: vi.fn() }];
  pauseOthers(preview);
  pauseOthers(preview);
  expect(preview.pause).not.toHaveBeenCalled();
  pauseOthers(sample);
  expect(preview.pause).toHaveBeenCalledOnce();
  pauseOthers(other);
  expect(preview.pause).toHaveBeenCalledOnce();
  expect(sample.pause).toHaveBeenCalledOnce();
  expect(other.pause).not.toHaveBeenCalled();
});
