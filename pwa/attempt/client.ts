import type { AttemptClient, TestSnapshot } from './api.ts'
import { Commands, keepDrafts } from './commands.ts'
import { showContent } from './content.ts'
import { localDatabase } from './db/schema.ts'
import { DraftBuffer } from './draftBuffer.ts'
import { Finishing } from './finishing.ts'
import { Recovery } from './log/recovery.ts'
import { LogWriter } from './log/writer.ts'
import { Memory } from './memory.ts'
import { StaffMessages } from './messages.ts'
import { bootId } from './random.ts'
import { RunsAndVerdicts } from './results.ts'
import type { AttemptCleanup } from './session/cleanup.ts'
import { followEnd } from './session/followEnd.ts'
import { restoreIfGone } from './session/restoreIfGone.ts'
import { ConnectivityLog, noteReopened, Signals } from './signals.ts'
import { snapshotOf } from './snapshot.ts'
import { readState, serverNow } from './state.ts'
import { isTaken } from './tabs/lock.ts'
import { writerLock } from './tabs/lockNames.ts'
import { listenToPage, registerBackgroundSync } from './tabs/pageLifecycle.ts'
import { TabSync } from './tabs/tabs.ts'

const TICK_MS = 500
const LOOK_TICKS = 4

/**
 * The test on this device, as screens see and change it: what they do is written to the log first, shown once it is
 * written, and carried by the sender. Nothing here waits for the network before work is kept.
 * @param takeOver takes the lease for this device, with a token of the attempt
 */
export async function openAttemptClient(
  attemptId: string,
  takeOver: (token: string) => Promise<unknown>,
): Promise<AttemptClient> {
  const memory = new Memory(await readState(localDatabase(), attemptId))
  const { anchor, tail_seq } = memory.state.attempt
  const wasClosed = anchor.bootId !== bootId && tail_seq > 0
  const log = new LogWriter(memory)
  const drafts = new DraftBuffer(memory)
  keepDrafts(memory, log)
  const commands = new Commands(localDatabase, memory, log, drafts)
  const finishing = new Finishing(memory, drafts, log)
  const recovery = new Recovery(localDatabase, memory, drafts, log, finishing)
  const connectivity = new ConnectivityLog(memory, log)
  const signals = new Signals(memory, log)
  const results = new RunsAndVerdicts(localDatabase, memory)
  const messages = new StaffMessages(localDatabase, memory)
  followEnd(memory)
  restoreIfGone(memory)
  const tabs = new TabSync(memory)
  const published = publish(memory, recovery)
  await tabs.open()
  beat(memory)
  if (wasClosed) await noteReopened(localDatabase(), memory, connectivity, signals)
  void showContent(localDatabase, memory)
  let cleanup: AttemptCleanup | undefined

  return {
    attemptId,
    ...published,
    now: () => serverNow(memory.state),
    select: (questionId, optionIds) => commands.choose('mcq_select', questionId, optionIds),
    saveChoice: (questionId, optionIds) => commands.choose('mcq_save', questionId, optionIds),
    submitMcqs: () => commands.submitMcqs(),
    type(problemId, languageId, text) {
      if (published.getSnapshot().phase === 'running') drafts.type(problemId, languageId, text)
    },
    get keptPosition() {
      return memory.state.position
    },
    keepPosition: (position) => commands.keepPosition(position),
    chooseLanguage: (problemId, languageId) => commands.chooseLanguage(problemId, languageId),
    saveDraft: (problemId, languageId, text) => commands.saveDraft(problemId, languageId, text),
    submit: (problemId, languageId, text) => commands.submit(problemId, languageId, text),
    async run(problemId, languageId, text, stdin) {
      await commands.saveDraft(problemId, languageId, text)
      await results.run(problemId, languageId, text, stdin)
    },
    runHere: () => results.runHere(),
    stopRun: () => results.stopRun(),
    finish: (reason) => finishing.finish(reason),
    snapshot: (jpeg) => signals.snapshot(jpeg),
    signal: (type, body) => signals.signal(type, body),
    reportFraud: (reason) => signals.reportFraud(reason),
    feedback: (rating, comment) => commands.feedback(rating, comment),
    unkept: () => recovery.unkept(),
    noticesRead: (id) => messages.read(id),
    // Its part comes with the end page.
    async endReached(endedAt) {
      const { AttemptCleanup } = await import('./session/cleanup.ts')
      cleanup ??= new AttemptCleanup(localDatabase, memory, () => isTaken(writerLock(attemptId)))
      await cleanup.reached(endedAt)
    },
    async rescueFile() {
      const { makeRescueFile } = await import('./sync/rescueFile.ts')
      return makeRescueFile(localDatabase(), attemptId)
    },
    retryNow: () => memory.send({ type: 'WAKE' }),
    async useHere() {
      if (published.getSnapshot().phase === 'elsewhere') {
        await takeOver(memory.state.attempt.token)
        location.reload()
      } else await tabs.takeOver()
    },
  }
}

/** The known state as screens see it: made anew with each change, and with each tick while the server is away. */
function publish(
  memory: Memory,
  recovery: Pick<Recovery, 'shownIn'>,
): Pick<AttemptClient, 'getSnapshot' | 'subscribe'> {
  const listeners = new Set<() => void>()
  const shown = (): TestSnapshot => recovery.shownIn(snapshotOf(memory.state))
  let snapshot = shown()
  const update = (): void => {
    snapshot = shown()
    for (const listener of listeners) listener()
  }
  memory.subscribe(update)
  memory.on('TICK', () => {
    // How long it has been away is told, and how long until it is tried again.
    if (memory.state.sync?.offlineSince != null) update()
  })
  return {
    getSnapshot: () => snapshot,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Tells the parts of the page's life: that it comes and goes, and every half second that time goes by. */
function beat(memory: Memory): void {
  listenToPage({
    wake: () => memory.send({ type: 'WAKE' }),
    leave: () => {
      memory.send({ type: 'PAGE_LEAVES' })
      registerBackgroundSync()
    },
  })
  let ticks = 0
  setInterval(() => {
    memory.send({ type: 'TICK' })
    if (++ticks % LOOK_TICKS === 0) memory.send({ type: 'LOOK' })
  }, TICK_MS)
}
