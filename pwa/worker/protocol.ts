/** From a page to the worker: its files may be gone, and are to be brought anew. */
export interface KeepPages {
  type: 'keep-pages'
}
