/** A key that nothing else has: for a request, a row of a form. Over plain http browsers have no `randomUUID`. */
export const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')
