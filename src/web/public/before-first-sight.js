// Runs before the page is drawn for the first time, and before anything else of it. Plain JavaScript, as it is.

// The colours that were chosen here, or that the system wants; Mantine keeps them afterwards, under the same name.
{
  let scheme = null;
  try {
    scheme = localStorage.getItem('mantine-color-scheme-value');
  } catch {
    // No storage: nothing was chosen.
  }
  if (scheme !== 'light' && scheme !== 'dark')
    scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.dataset.colorScheme = scheme;
}

// Every form is sent by the page's own calls. One that is sent before the page listens must not put a password into an
// address.
document.addEventListener('submit', event => event.preventDefault());

// What is pressed before the page listens is kept for it, each once (src/web/app/early-input.ts).
window.heldPresses = new Set();
document.addEventListener('click', event => {
  const button = event.target.closest('button');
  if (button) window.heldPresses?.add(button);
});

// A file that is let go before the page listens is kept for it, too: the browser would open it in the page's place.
{
  window.earlyDrop = {};
  const isEarlyFile = ({ dataTransfer }) => window.earlyDrop && dataTransfer?.types.includes('Files');
  document.addEventListener('dragover', event => {
    if (isEarlyFile(event)) event.preventDefault();
  });
  document.addEventListener('drop', event => {
    if (!isEarlyFile(event)) return;
    event.preventDefault();
    window.earlyDrop.files = event.dataTransfer.files;
  });
}
