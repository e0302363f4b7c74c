import { Fragment, type ReactNode } from 'react';

/**
 * The text of a message whose parts in tags are drawn by the given functions, such as links: `<link>contact us</link>`.
 * @param text what `t` gives
 */
export function richText(
  text: string,
  tags: Readonly<Record<string, (inner: string) => ReactNode>>,
): ReactNode {
  // Text, name of a tag, its content, the name again, text, and so on.
  const pieces = text.split(/<\/?(\w+)>/);
  return pieces.map((piece, index) => {
    if (index % 2 === 1) return null;
    const draw = index % 4 === 2 ? tags[pieces[index - 1] ?? ''] : undefined;
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other identity
    return <Fragment key={index}>{draw ? draw(piece) : piece}</Fragment>;
  });
}
