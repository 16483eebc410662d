import { CloudCheck, CloudOff, CloudUpload, KeyRound, type LucideIcon, TriangleAlert } from 'lucide-react'
import { UPLOAD_WINDOW_MS } from '#contract/constants.ts'
import { plural } from '#contract/plural.ts'
import type { TestSnapshot } from '#pwa/attempt/api.ts'
import { formatClock, formatDateTime } from '../format.ts'
import type { EndItem } from './items.ts'
import { PICTURES } from './pictures.ts'
import { canEncrypt, takeOut } from './rescueWay.ts'

/** The answer to 'Is my work safe?': its heading, and what follows from it. */
export interface Safety {
  tone: 'ok' | 'device' | 'info' | 'warn'
  icon: LucideIcon
  title: string
  words: string
}

/** Until when the server takes what a device has kept. */
export const uploadEnd = ({ deadlineAt }: Pick<TestSnapshot, 'deadlineAt'>): string =>
  formatDateTime(new Date(deadlineAt + UPLOAD_WINDOW_MS))

const waitingPictures = (items: readonly EndItem[]): EndItem | undefined =>
  items.find((item) => item.name === PICTURES && item.state !== 'server')

type Facts = Pick<TestSnapshot, 'total' | 'connection' | 'deadlineAt' | 'storageFault' | 'notKept'>

/** Too late for something that is still here: no waiting brings it to the server any more. */
export const isTooLate = ({ total, connection }: Facts, items: readonly EndItem[]): boolean =>
  connection.state === 'closed' && (total.waiting > 0 || waitingPictures(items) !== undefined)

function tooLate(snapshot: Facts, items: readonly EndItem[]): Safety {
  const { waiting } = snapshot.total
  const pictures = waitingPictures(items)?.detail
  const here = waiting > 0 ? plural(waiting, 'change') : `${pictures} of the camera`
  const wayOn =
    waiting > 0
      ? `It is kept here all the same: ${takeOut()} and send it to the contact named there, who ${canEncrypt() ? 'can still read it in and ' : ''}says whether it counts.`
      : 'Your work itself is on the server. You may close this page.'
  return {
    tone: 'warn',
    icon: TriangleAlert,
    title: 'The time for sending is over',
    words: `The server took what was sent until ${uploadEnd(snapshot)}. Still only on this device: ${here}. ${wayOn}`,
  }
}

/** All of the test is kept; what this device had no room for is what was said about it. */
export const isFeedbackAlone = ({
  storageFault,
  notKept,
}: Pick<TestSnapshot, 'storageFault' | 'notKept'>): boolean =>
  storageFault !== null && notKept.size === 1 && notKept.has('feedback')

const feedbackAlone = (isSending: boolean): Safety => ({
  tone: 'warn',
  icon: TriangleAlert,
  title: 'Your feedback is not saved',
  words: `This device had no room for it. ${
    isSending
      ? 'Your test itself is kept, and what of it is still to send is named below.'
      : 'Your test itself is on the server: you may close this page.'
  } To give the feedback all the same, make room on this device and go back to its form.`,
})

/** Not kept by this device, or not taken by the server: neither leaves by waiting alone. */
function unsaved({ storageFault }: Facts): Safety {
  const said = { tone: 'warn', icon: TriangleAlert } as const
  if (storageFault === null)
    return {
      ...said,
      title: 'The server did not take everything',
      words: `What it did not take is marked “not saved” below, and kept on this device. To hand it in all the same, ${takeOut()} and send it to the contact named there.`,
    }
  return {
    ...said,
    title: 'Not everything is saved',
    words:
      'This device could not keep your newest work. It is on this page only, and saving is tried again every few seconds. Leave this page open and make room on this device; to be safe, copy or download your work.',
  }
}

/** A picture that the server refused for good is not there, and nothing more can be done about it. */
export const serverTitle = (refused: number): string =>
  refused > 0 ? 'Your work is on the server' : 'Everything is on the server'

const without = (refused: number): string =>
  refused > 0 ? `The server did not take ${plural(refused, 'camera picture')}. ` : ''

/** @param refused how many of the camera's pictures the server will never take */
export function safetyOf(snapshot: Facts, items: readonly EndItem[], refused = 0): Safety {
  const { total, connection } = snapshot
  if (isFeedbackAlone(snapshot) && !isTooLate(snapshot, items))
    return feedbackAlone(total.waiting > 0 || waitingPictures(items) !== undefined)
  if (snapshot.storageFault !== null) return unsaved(snapshot)
  if (isTooLate(snapshot, items)) return tooLate(snapshot, items)
  if (total.state === 'unsaved') return unsaved(snapshot)
  const pictures = waitingPictures(items)
  if (total.waiting === 0 && pictures) {
    return {
      tone: 'info',
      icon: CloudUpload,
      title: 'Your work is on the server',
      words: `${pictures.detail} of the camera still to send. Leave this page open for a moment.`,
    }
  }
  if (total.waiting === 0) {
    const on = items.filter((item) => item.state === 'server').length
    const checked = total.at === null ? '' : `, checked at ${formatClock(total.at)}`
    return {
      tone: 'ok',
      icon: CloudCheck,
      title: serverTitle(refused),
      words: `${on} of ${plural(items.length, 'item')}${checked}. ${without(refused)}You may close this page.`,
    }
  }
  if (connection.state === 'unauthorized') {
    return {
      tone: 'warn',
      icon: KeyRound,
      title: 'Not everything has left this device yet',
      words:
        'Your link is no longer valid. If you were sent a new one, open it on this device; otherwise ask the contact named here. What is on this device stays, and is sent by itself then.',
    }
  }
  if (connection.state === 'online' || connection.state === 'unknown') {
    return {
      tone: 'info',
      icon: CloudUpload,
      title: 'The rest of your work is on its way',
      words: `${plural(total.waiting, 'change')} to send. Leave this page open for a moment.`,
    }
  }
  return {
    tone: 'device',
    icon: CloudOff,
    title: 'Not everything has left this device yet',
    words:
      'You are offline. Leave this page open: the rest is sent by itself as soon as the network is back. You need not do anything else.',
  }
}
