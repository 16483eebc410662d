import { loadKeys } from '../kit/keys.ts'
import type { Command } from './command.ts'

/** The public key by which receipts and archives of evidence are checked elsewhere. */
export const receiptKeyCommand: Command = {
  summary: 'prints the public key that proves receipts and archives of evidence',
  usage: '',
  most: 0,
  options: {},
  help: [],
  async run({ config }) {
    const { receiptPublicKey, receiptKeyFingerprint } = await loadKeys(config.dataDirectory, false)
    return {
      text: `${receiptPublicKey}SHA-256 ${receiptKeyFingerprint}`,
      json: { receipt_key: receiptPublicKey, sha256: receiptKeyFingerprint },
      ok: true,
    }
  },
}
