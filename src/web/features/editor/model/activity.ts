/** What is really happening, for the line under the bar. */
export type Activity =
  | { readonly kind: 'opening the video' }
  /** For where people speak, in the video's own sound. */
  | { readonly kind: 'listening'; readonly heardSeconds: number; readonly totalSeconds: number }
  | { readonly kind: 'transcribing'; readonly doneSeconds: number; readonly totalSeconds: number }
  | { readonly kind: 'reading frames'; readonly done: number; readonly total: number }
  | { readonly kind: 'copying pictures'; readonly why: 'unreadable here' | 'large video' }
  | {
      readonly kind: 'sending';
      readonly what: 'pictures' | 'video';
      readonly sentBytes: number;
      readonly totalBytes: number;
    }
  | { readonly kind: 'server looks' }
  | { readonly kind: 'looking' }
  | { readonly kind: 'finding scenes' }
  | { readonly kind: 'writing' }
  | { readonly kind: 'speaking'; readonly receivedBytes: number }
  | { readonly kind: 'speaking lines'; readonly done: number; readonly total: number }
  /** Languages of `total` are done; `lines` are all that are translated, and all that are spoken. */
  | {
      readonly kind: 'translating';
      readonly done: number;
      readonly total: number;
      readonly lines: number;
      readonly speaks: boolean;
    };
