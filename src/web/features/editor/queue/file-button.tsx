import { type ChangeEvent, useRef } from 'react';
import { Button, TextButton } from '../../../components/button.tsx';
import { videoAccept } from '../start/video-file.ts';

interface FileButtonProps {
  readonly label: string;
  readonly isMultiple?: boolean;
  readonly onChoose: (files: readonly File[]) => void;
}

export function FileButton({ label, isMultiple, onChoose }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.currentTarget.files ?? [])];
    event.currentTarget.value = '';
    onChoose(files);
  };
  const props = { onClick: () => input.current?.click() };
  return (
    <>
      <input ref={input} type="file" hidden accept={videoAccept} multiple={isMultiple} onChange={choose} />
      {isMultiple ? (
        <Button variant="default" {...props}>
          {label}
        </Button>
      ) : (
        <TextButton {...props}>{label}</TextButton>
      )}
    </>
  );
}
