export { findShop } from './find-shop.ts';
