interface ExportButtonProps {
  /** Called when something is downloaded. */
  readonly onDownload: (() => void) | undefined;
}

/** Interim: rebuilt beside this file. */
export function ExportButton(_: ExportButtonProps) {
  return null;
}
