/** A part of the page that is loaded apart: once it is here it stays; one that could not be had is asked for anew. */
export interface RetryableImport<T> {
  had(): T | undefined
  ask(): Promise<T>
}

export function retryableImport<T>(load: () => Promise<{ default: T }>): RetryableImport<T> {
  let part: T | undefined
  return {
    had: () => part,
    ask: async () => {
      part ??= (await load()).default
      return part
    },
  }
}
