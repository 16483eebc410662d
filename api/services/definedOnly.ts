type Given<T extends object> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** Without the fields that were not given. */
export const definedOnly = <T extends object>(fields: T): Given<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>
