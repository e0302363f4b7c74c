/** As marks in files name the program. */
export const productName = 'Benshi';
/** That of package.json, which the page does not load. */
export const productVersion = '0.1.0';
