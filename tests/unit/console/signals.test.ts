import { describe, expect, it } from 'vitest'
import { noticedFrom } from '#pwa/console/results/report/signals.ts'

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 10, 0, second)).toISOString()
const signal = (type: string, second: number, ms: number | null = null, counted = false) => ({
  type,
  at: at(second),
  ms,
  counted,
  device: null,
})

describe('signals', () => {
  it('joins a beginning with its end and takes the length the page measured', () => {
    const [item] = noticedFrom([signal('focus_lost', 1), signal('focus_returned', 12, 9_400, true)])
    expect(item).toMatchObject({ name: 'Left the window', seconds: 9, isOpen: false, counted: true })
  })

  it('is counted by what is written once the rules count it, also where nobody came back', () => {
    const judged = signal('focus_lost', 3, null, true)
    expect(noticedFrom([signal('focus_lost', 1), judged])).toMatchObject([{ counted: true, isOpen: true }])
    const next = [signal('restored', 9), signal('focus_lost', 10)]
    expect(noticedFrom([signal('focus_lost', 1), judged, ...next])).toMatchObject([
      { name: 'Left the window', counted: true },
      { name: 'Page opened again' },
      { name: 'Left the window', counted: false },
    ])
  })

  it('measures itself where the page did not', () => {
    const [item] = noticedFrom([signal('camera_lost', 1), signal('camera_returned', 15)])
    expect(item).toMatchObject({ kind: 'camera', seconds: 14 })
  })

  it('keeps a beginning whose end never came', () => {
    expect(noticedFrom([signal('fullscreen_left', 3)])).toMatchObject([{ isOpen: true, seconds: null }])
  })

  it('leaves out the first entry into full screen and what it does not know', () => {
    expect(noticedFrom([signal('fullscreen_entered', 0), signal('something_new', 1)])).toEqual([])
  })

  it('tells different kinds apart while they overlap', () => {
    const list = noticedFrom([
      signal('fullscreen_left', 1),
      signal('focus_lost', 2),
      signal('copy_attempt', 3),
      signal('focus_returned', 5),
      signal('fullscreen_entered', 8),
      signal('restored', 20, 61_000),
    ])
    expect(list.map((item) => [item.kind, item.seconds])).toEqual([
      ['fullScreen', 7],
      ['focus', 3],
      ['copy', null],
      ['device', 61],
    ])
  })

  it('names the device that a test went on on', () => {
    const change = { ...signal('device_changed', 4), device: 'Chrome on Linux' }
    expect(noticedFrom([change])).toMatchObject([
      { kind: 'device', name: 'Moved to another device: Chrome on Linux', isOpen: false },
    ])
  })

  it('is not the device that did what staff did', () => {
    const freed = { at: at(10), user: 'Ida', action: 'candidate.reset_device', before: null, after: null }
    expect(noticedFrom([signal('restored', 12, 0)], [freed])).toEqual([])
    const away = [signal('restored', 5, 0), signal('restored', 400, 390_000), signal('restored', 500, 0)]
    expect(noticedFrom(away, [freed]).map(({ name, seconds }) => [name, seconds])).toEqual([
      ['Page opened again', 0],
      ['Page opened again after staff freed the device', 390],
      ['Page opened again', 0],
    ])
    const moved = { ...signal('device_changed', 12), device: 'Firefox on Windows' }
    expect(noticedFrom([moved], [freed])).toMatchObject([
      { name: 'Moved to another device after staff freed the device: Firefox on Windows' },
    ])
  })
})
