import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import { type Location, useLocation, useNavigate } from 'react-router-dom'
import type { FlowEvent, Screen } from '#machines/attempt/flow.ts'
import { invitedBy, screenAddress, screenOf, tokenOf } from '../routes.ts'
import { retryableImport } from '../ui/lazyPart.tsx'
import type { FlowRef } from './flow.ts'

/**
 * The candidate's way on this page. Its machine (state-machines/attempt/flow.ts) decides which screen is shown; screens tell
 * it what happened, an opened address is told to it as well, and here alone its state becomes the address. The welcome
 * screen is drawn before the machine is loaded; what it tells until then waits.
 */

type Opened = Pick<Location, 'pathname' | 'state'>

interface Destination {
  screen: Screen
  path: string
}

interface Way extends Destination {
  /** Whether the screen may be shown; false while it is asked whether somebody is in a test. */
  isOpen: boolean
  token: string | null
  replaces: boolean
  /** Drawn until the address has followed. */
  before: Destination | null
}

export const flowPart = retryableImport(() => import('./flow.ts'))

let flow: FlowRef | null = null
let way: Way | null = null
let fault: unknown = null
let newest: Opened = { pathname: '', state: null }
const waiting: FlowEvent[] = []
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const tell = (): void => {
  for (const listener of listeners) listener()
}

/** Tells the flow what happened on a screen. */
export function send(event: FlowEvent): void {
  if (flow) flow.send(event)
  else waiting.push(event)
  // A part that could not be had is asked for anew.
  if (fault !== null) void start()
}

/** The exam that is under way, where a test is open. */
export const useExamRef = () => useSyncExternalStore(subscribe, () => flow?.getSnapshot().children.exam)

function opened({ pathname, state }: Opened): FlowEvent {
  return { type: 'ADDRESS', screen: screenOf(pathname), token: tokenOf(pathname) ?? invitedBy(state) }
}

async function start(): Promise<void> {
  fault = null
  try {
    const startFlow = await flowPart.ask()
    if (flow) return
    flow = startFlow()
    flow.subscribe(follow)
    flow.send(opened(newest))
    for (const event of waiting.splice(0)) flow.send(event)
  } catch (error) {
    fault = error
    tell()
  }
}

function follow({ value, context }: ReturnType<FlowRef['getSnapshot']>): void {
  const [name] = typeof value === 'string' ? [value] : Object.keys(value)
  const isOpen = name !== 'asking'
  const screen = (isOpen ? name : context.wanted) as Screen
  const path = screenAddress(screen, context.token)
  const before = way?.path === path ? way.before : way
  way = { screen, path, isOpen, token: context.token, replaces: context.replaces, before }
  tell()
}

/** The screen to draw; null while it is not known. */
export function useScreen(): Screen | null {
  const navigate = useNavigate()
  const at = useLocation()
  const now = useSyncExternalStore(subscribe, () => way)
  const failed = useSyncExternalStore(subscribe, () => fault)

  useLayoutEffect(() => {
    newest = at
    // The router tells late: where the way has gone on meanwhile, that counts.
    if (flow && at.pathname === location.pathname && at.pathname !== way?.path) flow.send(opened(at))
  }, [at])
  useLayoutEffect(() => {
    // An address that was opened has moved the way on since this was drawn.
    if (!now || !way || way.path === location.pathname) return
    const { screen, path, token, replaces } = way
    void navigate(path, {
      replace: replaces,
      state: screen !== 'welcome' && token !== null ? { token } : null,
    })
  }, [now, navigate])

  useEffect(() => void start(), [])

  const first = screenOf(at.pathname)
  // The first screen needs nothing of what did not come, until it leads on.
  if (failed !== null && (first !== 'welcome' || waiting.length > 0)) throw failed
  if (!now) return first === 'welcome' ? first : null
  if (now.path === at.pathname) return now.isOpen ? now.screen : null
  return now.before?.path === at.pathname ? now.before.screen : null
}

/** In the place of a screen that is not shown to whoever opened it. */
export function Onward({ because }: { because: FlowEvent }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, however often it is drawn
  useEffect(() => send(because), [])
  return null
}
