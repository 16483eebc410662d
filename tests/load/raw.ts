import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerParent } from './child.ts'

/** The reference: node:http that reads a JSON body and answers JSON as large as a sync's answer; no database. */
const bytes = Number(process.argv[2])
const filler = { nonce: 'n', text: '' }
filler.text = 'x'.repeat(Math.max(0, bytes - JSON.stringify({ data: filler }).length))

const http = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
  let text = ''
  request.setEncoding('utf8')
  request.on('data', (chunk: string) => {
    text += chunk
  })
  request.on('end', () => {
    // A connection's first request has no body.
    const asked = JSON.parse(text || '{}') as { nonce?: string }
    const answer = JSON.stringify({ data: { ...filler, nonce: asked.nonce ? 'y' : 'n' } })
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(answer),
    })
    response.end(answer)
  })
})
http.listen(0, '127.0.0.1', () => {
  answerParent({ port: (http.address() as AddressInfo).port }, async () => {
    http.closeAllConnections()
    http.close()
  })
})
