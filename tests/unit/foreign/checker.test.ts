import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { python } from '../../foreign/checkArchive.ts'

/** The checker of archives stands on its own: small enough to be read, and right about signatures. */

test('has at most 300 lines and takes nothing but Python’s own library', () => {
  const text = readFileSync(new URL('../../foreign/check_archive.py', import.meta.url), 'utf8')
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(300)
  const imported = [...text.matchAll(/^\s*(?:import|from) (\w+)/gm)].map(([, name]) => name ?? '')
  const { output } = python(['-c', 'import sys; print(*sys.stdlib_module_names)'])
  expect(output.split(/\s/)).toEqual(expect.arrayContaining(imported))
})

/** Section 7.1 of RFC 8032: the public key, the message and the signature of four of its tests. */
const vectors = [
  [
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    '',
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  ],
  [
    '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    '72',
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  ],
  [
    'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    'af82',
    '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  ],
  [
    'ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf',
    'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
    'dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704',
  ],
] as const

const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n
const turned = (hex: string): string =>
  Buffer.from(hex, 'hex')
    .toReversed()
    .reduce((text, byte) => text + byte.toString(16).padStart(2, '0'), '')

/** The same signature with the order of the group added to its second half: section 5.1.7 refuses it. */
function withOrderAdded(signature: string): string {
  const more = BigInt(`0x${turned(signature.slice(64))}`) + ORDER
  return signature.slice(0, 64) + turned(more.toString(16).padStart(64, '0'))
}

const changed = (hex: string): string => (hex.startsWith('0') ? '1' : '0') + hex.slice(1)

test('takes the signatures of RFC 8032, and none that is another one', () => {
  const asked = vectors.flatMap(([publicKey, message, signature]) => [
    [publicKey, message, signature],
    [publicKey, `${message}00`, signature],
    [publicKey, message, changed(signature)],
    [publicKey, message, signature.slice(0, 64) + changed(signature.slice(64))],
    [changed(publicKey), message, signature],
    [publicKey, message, withOrderAdded(signature)],
    [publicKey, message, signature.slice(2)],
  ])
  const { output } = python(
    [
      '-c',
      'import json, sys; from check_archive import is_signed; print(json.dumps([is_signed(*map(bytes.fromhex, one)) for one in json.load(sys.stdin)]))',
    ],
    JSON.stringify(asked),
  )
  expect(JSON.parse(output)).toEqual(vectors.flatMap(() => [true, false, false, false, false, false, false]))
})
