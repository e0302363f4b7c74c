/** A browser alert stops everything, so the page first gets the time to show what it has to show. */
export function showAlert(message: string): void {
  setTimeout(() => window.alert(message));
}
