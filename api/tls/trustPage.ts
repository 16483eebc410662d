import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'

/** The page that tells somebody in a local network what their browser will warn of, and how the warning ends for good. */

/** The authority's certificate, over plain http and over https. */
export const AUTHORITY_PATH = '/tls/authority.crt'
/** The page over https; over plain http it stands at every address. */
export const TRUST_PATH = '/tls'

const style = `
:root { color-scheme: light dark; --bg: #f6f7f8; --surface: #fff; --ink: #15202a; --ink-2: #46535f; --line: #dde2e7; --sea: #0b6b62; --on-sea: #fff; --sunken: #eceff1 }
@media (prefers-color-scheme: dark) { :root { --bg: #0e151b; --surface: #151e26; --ink: #e6ecf1; --ink-2: #aebac5; --line: #27333e; --sea: #5cc3b6; --on-sea: #06211e; --sunken: #111920 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--bg); color: var(--ink); font: 16px/26px system-ui, sans-serif }
main { max-width: 680px; margin: 0 auto; padding: 32px 16px 48px }
h1 { font-size: 28px; line-height: 36px; margin: 0 0 16px }
h2 { font-size: 20px; line-height: 28px; margin: 0 0 8px }
section { background: var(--surface); border: 1px solid var(--line); border-radius: 10px; padding: 16px 24px; margin: 24px 0 }
p, ol { margin: 0 0 12px }
ol { padding-left: 24px }
code { display: block; background: var(--sunken); border-radius: 6px; padding: 12px; font: 14px/22px ui-monospace, monospace; overflow-wrap: anywhere; margin-bottom: 12px }
a { color: var(--sea) }
a.button { display: inline-block; min-height: 44px; padding: 9px 20px; border-radius: 6px; background: var(--sea); color: var(--on-sea); font-weight: 600; text-decoration: none }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--sea); outline-offset: 2px }
summary { cursor: pointer; padding: 9px 0; font-weight: 600 }
.aside { color: var(--ink-2) }
`
const styleHash = createHash('sha256').update(style).digest('base64')

export const trustPageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
}

export const authorityHeaders = {
  'content-type': 'application/x-x509-ca-cert',
  'content-disposition': 'attachment; filename="holdfast-authority.crt"',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}

const systems: [name: string, steps: string[]][] = [
  [
    'Windows',
    [
      'Open the downloaded file. Under Details, Thumbprint is the shorter fingerprint (SHA-1): compare it.',
      'Under General, choose Install Certificate.',
      'Choose Current User, then Place all certificates in the following store, and browse to Trusted Root Certification Authorities.',
      'Finish, confirm, and restart the browser.',
    ],
  ],
  [
    'macOS',
    [
      'Open the downloaded file: Keychain Access adds it to the keychain login.',
      'Open the new entry and compare its fingerprint (SHA-256), at the end of Details.',
      'Unfold Trust, and set When using this certificate to Always Trust.',
      'Close the window, confirm with your password, and restart the browser.',
    ],
  ],
  [
    'iPhone and iPad',
    [
      'Open this page in Safari, download the certificate and allow the profile. If it lands in Files, open it there.',
      'In Settings, open General, VPN & Device Management, and the profile Holdfast. Below More Details, open the certificate and compare its fingerprint (SHA-256), then install the profile.',
      'In Settings, open General, About, Certificate Trust Settings, and switch it on.',
    ],
  ],
  [
    'Android',
    [
      'In Settings, search for CA certificate (on most devices below Security, Encryption & credentials, Install a certificate).',
      'Choose Install anyway and select the downloaded file.',
      'Among the trusted credentials of the user, open the new one and compare its fingerprint (SHA-256). Remove it if they differ.',
      'Use Chrome. The notice that the network may be monitored is Android’s for every certificate added by hand.',
    ],
  ],
  [
    'Linux, with Chrome or Chromium',
    [
      'Open chrome://certificate-manager (in older versions Settings, Privacy and security, Security, Manage certificates, Authorities).',
      'Below Custom, Installed by you, import the downloaded file as trusted, for websites.',
      'Open the new entry and compare its fingerprint (SHA-256). Remove it if they differ.',
    ],
  ],
  [
    'Firefox, on every computer',
    [
      'In Settings, open Privacy & Security, Certificates, View Certificates, Authorities.',
      'Import the downloaded file. Choose View and compare the fingerprint (SHA-256), then tick Trust this CA to identify websites.',
    ],
  ],
]

/** Pairs of digits that stay on one line; the narrowest screen has room for so many. */
const PAIRS = /(?:[0-9A-F]{2}:?){1,8}/g
const inLines = (fingerprint: string) => raw((fingerprint.match(PAIRS) ?? []).join('<wbr>'))

interface Shown {
  /** The https address that was asked for. */
  link: string
  /** SHA-256 and SHA-1 of the authority. */
  fingerprint: string
  thumbprint: string
}

/** The page as HTML. Over plain http it proves nothing, and says so: what counts is what people were given in another way. */
export function trustPage({ link, fingerprint, thumbprint }: Shown): string {
  const steps = systems.map(
    ([name, lines]) =>
      html`<details><summary>${name}</summary><ol>${lines.map((line) => html`<li>${line}</li>`)}</ol></details>`,
  )
  return `<!doctype html>${html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Before you go on - Holdfast</title><style>${raw(style)}</style></head><body><main>
<h1>Before you go on</h1>
<p>This server stands in your own network, so its certificate comes from the server itself and not from a company on the internet. Until your device trusts it, the browser warns that the connection is not private.</p>
<section><h2>Trust it once</h2>
<p>Then the warning is gone for good, and a test keeps working when the network fails. With the warning in place, the browser may withhold the camera, and it cannot reopen a test without the network.</p>
<ol><li>Download the certificate. It can vouch only for local networks and for this server’s own names, and for no other page on the internet.</li></ol>
<p><a class="button" href="${AUTHORITY_PATH}">Download the certificate</a></p>
<ol start="2"><li>Follow the steps for your device. They show the fingerprint of the file that you have downloaded: compare it with the one that whoever runs the server has given you on paper or on a wall. If they differ, stop and tell them.</li></ol>
<code>SHA-256<br>${inLines(fingerprint)}<br>SHA-1, which Windows shows<br>${inLines(thumbprint)}</code>
<p class="aside">These are the fingerprints as the server has them. Somebody in between could change this page as well as the file, so it is the paper that counts, and not this page.</p>
${steps}
</section>
<section><h2>Go on</h2>
<p><a class="button" href="${link}">Open Holdfast</a></p>
<p class="aside">If your device trusts the certificate, you see no warning. If you go on without it, choose Advanced on the warning and continue to the address. On a device that your school or employer manages, ask them: you may not be allowed to do either.</p>
</section>
</main></body></html>`}`
}
