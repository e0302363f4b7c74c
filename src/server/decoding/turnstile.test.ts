import { expect, test } from 'vitest';
import { createTurnstile } from './turnstile.ts';

const never = new AbortController().signal;

test('only so many pass at once, and the others in the order they came', async () => {
  const { takeTurn } = createTurnstile(1);
  const order: string[] = [];
  const release = await takeTurn(never);
  const second = takeTurn(never).then(leave => {
    order.push('second');
    leave();
  });
  const third = takeTurn(never).then(leave => {
    order.push('third');
    leave();
  });
  order.push('first');
  release();
  await Promise.all([second, third]);
  expect(order).toEqual(['first', 'second', 'third']);
});

test('who gives up while waiting does not hold up those behind', async () => {
  const { takeTurn } = createTurnstile(1);
  const release = await takeTurn(never);
  const impatient = new AbortController();
  const second = takeTurn(impatient.signal);
  const third = takeTurn(never);
  impatient.abort(new Error('enough'));
  await expect(second).rejects.toThrow('enough');
  release();
  (await third)();
});

test('who has given up already is not let in', async () => {
  await expect(createTurnstile(1).takeTurn(AbortSignal.abort(new Error('too late')))).rejects.toThrow(
    'too late',
  );
});
