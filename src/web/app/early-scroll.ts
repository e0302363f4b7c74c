/** Keeps how far a person has scrolled before the page can listen. */
export interface EarlyScroll {
  /** To be called as the page is drawn, before the router goes to the top with it. */
  readonly note: () => void;
  /** Goes back there, before the page is seen at its top. */
  readonly giveBack: () => void;
}

/** Asked at the last moment, and not told by `scroll` events: a browser sends these with the next frame, which may be too late. */
export function createEarlyScroll(): EarlyScroll {
  let { scrollY } = window;
  return {
    note() {
      scrollY = window.scrollY;
    },
    giveBack() {
      if (scrollY > 0) window.scrollTo(0, scrollY);
    },
  };
}
