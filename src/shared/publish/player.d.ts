import type { PageData } from './write-page.ts';

/** What a published page needs of its elements by id: see `write-page.ts`. Its text becomes the script of that page. */
export declare function playPublished(data: PageData): void;
