/**
 * How far a person scrolls before the page can listen. The router goes to the top once it is drawn.
 * @returns goes back there; to be called as soon as the page is drawn, before that is seen
 */
export function noteEarlyScroll(): () => void {
  let { scrollY } = window;
  const note = () => {
    scrollY = window.scrollY;
  };
  window.addEventListener('scroll', note);
  return () => {
    window.removeEventListener('scroll', note);
    if (scrollY > 0) window.scrollTo(0, scrollY);
  };
}
