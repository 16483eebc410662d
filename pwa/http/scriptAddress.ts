import { trustedTypes } from './trustedTypes.ts'

const policy = trustedTypes?.createPolicy('holdfast', {
  createScriptURL(address: string) {
    if (new URL(address, location.href).origin !== location.origin)
      throw new TypeError('A worker is started from this server alone')
    return address
  },
})

/**
 * The address of a worker's script, as the browser wants it.
 * @throws TypeError where it is not this server's
 */
export const scriptAddress = (address: string): string => policy?.createScriptURL(address) ?? address
