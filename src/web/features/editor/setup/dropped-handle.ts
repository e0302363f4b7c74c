/** What Chromium adds to the standard's items. */
interface ItemWithHandle extends DataTransferItem {
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
}

/**
 * With what the browser can open a dropped file again on the next visit. To be asked for within the drop event.
 * @returns undefined where the browser gives none, as for files from the picker
 */
export async function readDroppedHandle(item: ItemWithHandle): Promise<FileSystemFileHandle | undefined> {
  const handle = await item.getAsFileSystemHandle?.().catch(() => null);
  return handle instanceof FileSystemFileHandle ? handle : undefined;
}
