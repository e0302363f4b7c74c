import { listenForErrors } from './early-errors.ts';

// To be imported before anything else of the page.
listenForErrors();
