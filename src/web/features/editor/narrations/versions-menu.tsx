/** Interim: rebuilt beside this file. */
export function VersionsMenu() {
  return null;
}
