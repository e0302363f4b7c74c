/** The folder cannot be made, read or written; the cause says why. */
export class DataFolderError extends Error {
  override name = 'DataFolderError';
  readonly folder: string;

  constructor(folder: string, options: ErrorOptions) {
    super(`The folder ${folder} cannot be used.`, options);
    this.folder = folder;
  }
}
