interface Rules {
  createHTML: (html: string) => string
  createScriptURL: (address: string) => string
}

/** The part of the browser's Trusted Types used here; undefined in browsers without them, which take plain text. */
export const trustedTypes = (
  globalThis as {
    trustedTypes?: { createPolicy<Given extends Partial<Rules>>(name: string, rules: Given): Given }
  }
).trustedTypes
