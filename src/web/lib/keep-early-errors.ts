import { listenForErrors } from './early-errors.ts';

// Import before everything else of the page.
listenForErrors();
