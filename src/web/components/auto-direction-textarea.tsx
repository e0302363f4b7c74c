import { Textarea, type TextareaProps } from '@mantine/core';

/** A text area that grows with its text, and whose text decides by itself which way it runs. */
export function AutoDirectionTextarea(props: TextareaProps) {
  return <Textarea autosize {...props} ref={setAutoDirection} />;
}

/** As a prop, Mantine would put it on the frame around the text area, where it does nothing. */
function setAutoDirection(area: HTMLTextAreaElement | null): void {
  area?.setAttribute('dir', 'auto');
}
