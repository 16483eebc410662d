const unstorable = /[\0\p{Cs}]/u

/** Whether a text can be stored and comes back as it was: no NUL, no lone surrogate. */
export const isStorable = (text: string): boolean => !unstorable.test(text)
