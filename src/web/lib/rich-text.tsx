import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { PagePath } from '#shared/pages.ts';

/** Draws the tagged parts of a text of `t` by functions: `<link>contact us</link>`. */
export function richText(
  text: string,
  tags: Readonly<Record<string, (inner: string) => ReactNode>>,
): ReactNode {
  // Alternating: text, tag name, content, tag name, text, and so on.
  const pieces = text.split(/<\/?(\w+)>/);
  return pieces.map((piece, index) => {
    if (index % 2 === 1) return null;
    const draw = index % 4 === 2 ? tags[pieces[index - 1] ?? ''] : undefined;
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other identity
    return <Fragment key={index}>{draw ? draw(piece) : piece}</Fragment>;
  });
}

/** @param state of the navigation */
export function linkTo(page: PagePath, state?: unknown) {
  return (inner: string) => (
    <Link to={page} state={state}>
      {inner}
    </Link>
  );
}

export const strong = (inner: string) => <strong>{inner}</strong>;
