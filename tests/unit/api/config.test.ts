import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig, unknownSettings } from '#api/config.ts'

describe('settings', () => {
  it('stand for a demo on this machine when nothing is set', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: 'localhost',
      demo: true,
      signup: 'open',
      publicUrl: null,
    })
  })

  it('close sign-up where the demo is off, unless told', () => {
    expect(readConfig({ HOLDFAST_DEMO: 'off' }).signup).toBe('closed')
    expect(readConfig({ HOLDFAST_DEMO: 'off', HOLDFAST_SIGNUP: 'open' }).signup).toBe('open')
  })

  it('give who signs up 100 credits, unless told, from 0 to 10000', () => {
    expect(readConfig({}).signupCredits).toBe(100)
    for (const HOLDFAST_SIGNUP_CREDITS of ['0', '10000'])
      expect(readConfig({ HOLDFAST_SIGNUP_CREDITS }).signupCredits).toBe(Number(HOLDFAST_SIGNUP_CREDITS))
  })

  it('let the link of an assessment open it for 7 days, unless told, from 1 to 365', () => {
    expect(readConfig({}).assessmentLinkDays).toBe(7)
    for (const HOLDFAST_ASSESSMENT_LINK_DAYS of ['1', '365'])
      expect(readConfig({ HOLDFAST_ASSESSMENT_LINK_DAYS }).assessmentLinkDays).toBe(
        Number(HOLDFAST_ASSESSMENT_LINK_DAYS),
      )
  })

  it('take a token for the metrics that nobody guesses, and no other', () => {
    expect(readConfig({}).metricsToken).toBeNull()
    const HOLDFAST_METRICS_TOKEN = 'sixteen-letters!'
    expect(readConfig({ HOLDFAST_METRICS_TOKEN }).metricsToken).toBe(HOLDFAST_METRICS_TOKEN)
    for (const bad of [HOLDFAST_METRICS_TOKEN.slice(1), 'sixteen letters!!', 'x'.repeat(201)])
      expect(() => readConfig({ HOLDFAST_METRICS_TOKEN: bad }), bad).toThrow('HOLDFAST_METRICS_TOKEN must be')
  })

  it('order the engines, which must fit the servers that are named', () => {
    const PISTON_URL = 'http://10.0.0.5:2000'
    const engines = (given: Record<string, string>) => readConfig(given).engines
    expect(engines({})).toEqual(['jail', 'wasm'])
    expect(engines({ PISTON_URL })).toEqual(['piston'])
    expect(engines({ PISTON_URL, HOLDFAST_ENGINES: 'jail, piston' })).toEqual(['jail', 'piston'])
    expect(engines({ HOLDFAST_ENGINES: 'wasm' })).toEqual(['wasm'])
    for (const [given, words] of [
      [{ HOLDFAST_ENGINES: 'docker' }, 'HOLDFAST_ENGINES must be some of wasm, jail, piston'],
      [{ HOLDFAST_ENGINES: 'wasm,wasm' }, 'HOLDFAST_ENGINES names an engine twice'],
      [{ HOLDFAST_ENGINES: 'piston' }, 'HOLDFAST_ENGINES names piston, and PISTON_URL no server of it'],
      [{ HOLDFAST_ENGINES: 'wasm', PISTON_URL }, 'PISTON_URL names servers that HOLDFAST_ENGINES leaves out'],
    ] as const)
      expect(() => readConfig(given), words).toThrow(words)
  })

  it('are told apart from what only looks like one', () => {
    const given = {
      HOLDFAST_BACKUP: 'x',
      HOLDFAST_BACKUPS: 'y',
      PISTON_URI: 'z',
      PATH: '/bin',
      TLS_CERT: 'c',
    }
    expect(unknownSettings(given)).toEqual(['HOLDFAST_BACKUP', 'PISTON_URI'])
  })

  it('treat an empty one as not set', () => {
    expect(readConfig({ PORT: '', PUBLIC_URL: ' ' }).port).toBe(3000)
  })

  it('read Piston servers with their slots; a name and a password become a header', () => {
    const PISTON_URL = 'http://10.0.0.5:2000#slots=8, https://exam:p%40ss@node.example/run/api/v2/'
    expect(readConfig({ PISTON_URL })).toMatchObject({
      pistonFallback: 'off',
      piston: [
        { url: 'http://10.0.0.5:2000', slots: 8 },
        {
          url: 'https://node.example/run',
          slots: 2,
          headers: { authorization: `Basic ${btoa('exam:p@ss')}` },
        },
      ],
    })
  })

  it('are told together with what the data directory says, whatever else does not hold', () => {
    const chat = { PUBLIC_URL: 'http://a.example', SUPPORT_CHAT_URL: 'http://a.example/chat' }
    const told = (settings: Record<string, string>) => {
      try {
        return readConfig(settings, (path) => `is no place: ${path}`)
      } catch (error) {
        return (error as Error).message
      }
    }
    expect(told({ HOLDFAST_DATA: '/there' })).toBe('HOLDFAST_DATA is no place: /there.')
    expect(told({ HOLDFAST_DATA: '/there', PORT: 'x' })).toBe(
      'PORT must be a number from 0 to 65535.\nHOLDFAST_DATA is no place: /there.',
    )
    expect(told({ HOLDFAST_DATA: '/there', ...chat })).toBe(
      'SUPPORT_CHAT_URL must be on another host or port than PUBLIC_URL.\nHOLDFAST_DATA is no place: /there.',
    )
  })

  it('keeps backups where they are not lost together with the data', () => {
    const backups = { HOLDFAST_DATA: '/srv/data', HOLDFAST_BACKUPS: '/mnt/backups' }
    expect(readConfig(backups).backups).toEqual({
      place: '/mnt/backups',
      everyHours: 24,
      keep: '7 daily, 4 weekly, 12 monthly',
      shipsLog: false,
    })
    expect(readConfig({ ...backups, HOLDFAST_BACKUPS_LOG: 'on' }).backups?.shipsLog).toBe(true)
    expect(() => readConfig({ HOLDFAST_BACKUPS_LOG: 'on' })).toThrow(
      'HOLDFAST_BACKUPS_LOG needs HOLDFAST_BACKUPS',
    )
    expect(readConfig({}).backups).toBeNull()
    for (const folder of ['/srv/data', '/srv/data/backups', '/srv/../srv/data/'])
      expect(() => readConfig({ ...backups, HOLDFAST_BACKUPS: folder })).toThrow(
        'HOLDFAST_BACKUPS must lie outside of HOLDFAST_DATA',
      )
    expect(readConfig({ ...backups, HOLDFAST_BACKUPS: '/srv/data-backups' }).backups?.place).toBe(
      '/srv/data-backups',
    )
  })

  it('keeps backups in S3-compatible storage, by an address without keys', () => {
    const bucket = { HOLDFAST_BACKUPS: 's3://bucket/prefix/' }
    const { backups, storage } = readConfig({
      ...bucket,
      HOLDFAST_BACKUPS_S3_ENDPOINT: 'https://minio.example.org:9000',
      HOLDFAST_BACKUPS_S3_REGION: 'eu-central-1',
    })
    expect(backups?.place).toMatchObject({ where: 's3://bucket/prefix', folder: null })
    expect(storage).toEqual({ endpoint: 'https://minio.example.org:9000', region: 'eu-central-1' })
    expect(readConfig({}).storage).toEqual({ endpoint: null, region: 'us-east-1' })
    expect(readConfig({ HOLDFAST_BACKUPS: 's3://bucket' }).backups?.place).toMatchObject({
      where: 's3://bucket',
    })
    expect(() => readConfig({ ...bucket, HOLDFAST_BACKUPS_LOG: 'on' })).toThrow(
      'HOLDFAST_BACKUPS_LOG needs a folder in HOLDFAST_BACKUPS',
    )
    for (const address of [
      's3://key:secret@bucket/prefix',
      's3:bucket',
      's3://B/x',
      's3://bucket/../x',
      'S3://bucket',
      's3://bucket?region=x',
      's3://bucket//x',
    ]) {
      const refused = () => readConfig({ HOLDFAST_BACKUPS: address })
      expect(refused, address).toThrow(
        'HOLDFAST_BACKUPS must be a folder, or an address such as s3://bucket/prefix',
      )
      expect(refused, address).not.toThrow('secret')
    }
  })

  it.each([
    ['HOLDFAST_BACKUPS_S3_ENDPOINT', 'minio:9000'],
    ['HOLDFAST_BACKUPS_S3_ENDPOINT', 'https://key:secret@minio:9000'],
    ['HOLDFAST_BACKUPS_S3_REGION', 'eu central'],
    ['PORT', '65536'],
    ['PORT', 'http'],
    ['PORT', '-1'],
    ['HOLDFAST_DEMO', 'yes'],
    ['HOLDFAST_BACKUPS_HOURS', '0'],
    ['HOLDFAST_BACKUPS_HOURS', '169'],
    ['HOLDFAST_BACKUPS_HOURS', 'daily'],
    ['HOLDFAST_BACKUPS_KEEP', '7 days'],
    ['HOLDFAST_BACKUPS_LOG', 'yes'],
    ['HOLDFAST_SIGNUP', 'maybe'],
    ['HOLDFAST_SIGNUP_CREDITS', '-1'],
    ['HOLDFAST_SIGNUP_CREDITS', '10001'],
    ['HOLDFAST_SIGNUP_CREDITS', 'many'],
    ['HOLDFAST_ASSESSMENT_LINK_DAYS', '0'],
    ['HOLDFAST_ASSESSMENT_LINK_DAYS', '366'],
    ['HOLDFAST_ASSESSMENT_LINK_DAYS', '1.5'],
    ['PUBLIC_URL', 'example.org'],
    ['PUBLIC_URL', 'ftp://example.org'],
    ['PISTON_URL', 'http://one, two'],
    ['PISTON_URL', 'ftp://one'],
    ['PISTON_URL', 'http://one#slots=0'],
    ['PISTON_URL', 'http://one#slots=65'],
    ['PISTON_URL', 'http://one#slots=many'],
    ['PISTON_URL', 'http://one#8'],
    ['PISTON_URL', 'http://me:50%@one'],
    ['PISTON_URL', 'http://one?slots=8'],
    ['PISTON_URL', 'http://one#slots=2, http://one/#slots=4'],
    ['PISTON_FALLBACK', 'on'],
    ['SMTP_URL', 'http://mail'],
    ['MAIL_FROM', 'nobody'],
    ['MAIL_FROM', 'Post <post@example.org'],
    ['MAIL_FROM', 'one@example.org, two@example.org'],
    ['SUPPORT_EMAIL', 'help'],
    ['SUPPORT_PHONE', 'call us'],
    ['SUPPORT_CHAT_URL', 'chat.example'],
    ['SUPPORT_CHAT_URL', 'javascript:alert(1)'],
    ['PUBLIC_URL', 'https://exam.example/?from=mail'],
    ['PUBLIC_URL', 'https://exam.example/?'],
    ['PUBLIC_URL', 'https://exam.example/#top'],
    ['PUBLIC_URL', 'https://me:secret@exam.example'],
    ['PUBLIC_URL', 'http://'],
    ['HOST', 'not a host !!'],
    ['HOST', '999.999.1.1'],
    ['HOST', '10.0.0.256'],
    ['HOST', '...'],
    ['HOST', '-exam'],
    ['HOST', 'http://localhost'],
    ['HOST', 'localhost:3000'],
    ['HOST', '[::1]'],
    ['HOST', 'a'.repeat(64)],
    ['TRUSTED_PROXY', 'the proxy'],
    ['TRUSTED_PROXY', '10.0.0.0/99'],
    ['TRUSTED_PROXY', '10.0.0.0/33'],
    ['TRUSTED_PROXY', '10.0.0.0/'],
    ['TRUSTED_PROXY', '10.0.0.0/8/8'],
    ['TRUSTED_PROXY', '999.999.1.1'],
    ['TRUSTED_PROXY', '...'],
    ['TRUSTED_PROXY', 'fd00::/129'],
    ['TRUSTED_PROXY', '127.0.0.1, 10.0.0'],
  ])('refuse %s=%s in a sentence that names it', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must be .+\\.$`, 'm'))
  })

  it.each([
    ['HOST', '0.0.0.0'],
    ['HOST', '::'],
    ['HOST', 'exam-1.example.org'],
    ['HOST', 'my_service'],
    ['PUBLIC_URL', 'https://exam.example:8443/tests/'],
    ['TRUSTED_PROXY', '127.0.0.1, ::1, 10.0.0.0/8, 0.0.0.0/0, 192.168.1.1/32, fd00::/128'],
  ])('take %s=%s', (name, value) => {
    expect(() => readConfig({ [name]: value })).not.toThrow()
  })

  it('refuse a chat on our own origin: its script could reach the test', () => {
    const settings = {
      PUBLIC_URL: 'https://exam.example/tests',
      SUPPORT_CHAT_URL: 'https://exam.example/chat',
    }
    expect(() => readConfig(settings)).toThrow(/^SUPPORT_CHAT_URL must be on another host/)
    expect(() => readConfig({ ...settings, PUBLIC_URL: 'https://exam.example:8443' })).not.toThrow()
  })

  it('tell all faults together', () => {
    const read = () => readConfig({ PORT: 'x', SMTP_URL: 'y', SUPPORT_EMAIL: 'z' })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(/PORT .*\n.*SMTP_URL .*\n.*SUPPORT_EMAIL /)
  })
})
