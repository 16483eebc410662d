import { Box, CloseButton, chakra, Text } from '@chakra-ui/react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { LONGEST_NAME } from '#contract/constants.ts'
import { plural } from '#contract/plural.ts'
import { useBack } from '#pwa/console/kit/list/useReturn.ts'
import { FullHeight } from '#pwa/ui/FullHeight.tsx'
import { Locked } from '#pwa/ui/Locked.tsx'
import { plainText } from '#pwa/ui/plainText.ts'
import { ReadMore } from '#pwa/ui/ReadMore.tsx'
import { DiscardDraft, DraftBadge } from '../../kit/form/Draft.tsx'
import { FormFooter } from '../../kit/form/FormFooter.tsx'
import { formatSpan } from '../../kit/format/dates.ts'
import { PageHeader } from '../../kit/page/PageHeader.tsx'
import { urls } from '../../urls.ts'
import { wizardAddress, wizardPosition } from './address.ts'
import { panelId } from './ChosenPanel.tsx'
import { DetailsStep } from './DetailsStep.tsx'
import { QuestionsStep } from './QuestionsStep.tsx'
import { type RulesHandle, RulesStep } from './RulesStep.tsx'
import { StepHeads } from './StepHeads.tsx'
import type { WizardStart } from './start.ts'
import { useWizard } from './useWizard.ts'
import { WizardConflictDialog } from './WizardConflictDialog.tsx'

/** The three steps between their head and their foot. */
export function WizardFrame({ start, title }: { start: WizardStart; title: string }) {
  const navigate = useNavigate()
  const back = useBack(urls.home)
  const client = useQueryClient()
  // In place of the rules: back from there is not to lead to them again.
  const wizard = useWizard(start, (id) => navigate(urls.editDrive(id), { replace: true }))
  const { step, stored, send } = wizard
  const [isTried, setTried] = useState(false)
  const content = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  const rules = useRef<RulesHandle>(null)
  const [isFinishing, setFinishing] = useState(false)

  useEffect(() => {
    if (!wizard.isDone) return
    void client.invalidateQueries()
    navigate(urls.home)
  }, [wizard.isDone, client, navigate])

  const createdId = wizard.isCreated ? (stored?.id ?? null) : null
  const { pathname, search } = useLocation()
  const [section, setSection] = useState(() => wizardPosition(new URLSearchParams(search)).section)
  const address = wizardAddress({ pathname, search }, { step, section }, createdId)
  useEffect(() => {
    // The router is not told: it would begin the wizard anew, with what is being typed.
    window.history.replaceState(window.history.state, '', address)
  }, [address])

  useEffect(() => {
    setTried(false)
    if (shown.current === step) return
    shown.current = step
    content.current?.scrollTo(0, 0)
    // A person who goes by keyboard or by ear goes on at the new step, not behind its last button.
    content.current?.focus({ preventScroll: true })
  }, [step])

  const isNew = start.stored === null
  /** A rule that was typed and not added goes with the rest; where it cannot, the step stays. */
  const finish = async () => {
    setFinishing(true)
    const isKept = (await rules.current?.finish()) ?? true
    setFinishing(false)
    if (isKept) send({ type: 'SAVE' })
    else content.current?.querySelector<HTMLElement>('[name="description"]')?.focus()
  }
  const next = () => {
    setTried(true)
    if (step === 'details') {
      const fields = content.current?.querySelectorAll<HTMLElement>('[name]') ?? []
      // The first on the page, whichever was judged first.
      const isWrong = (field: HTMLElement) => (field.getAttribute('name') ?? '') in wizard.detailsErrors
      Array.from(fields).find(isWrong)?.focus()
    }
    if (step === 'questions' && isNew && !wizard.isCreated) return send({ type: 'SAVE' })
    if (step === 'rules') return void finish()
    send({ type: 'NEXT' })
  }
  const action = {
    details: 'Next',
    questions: isNew ? consoleTexts.createDrive : 'Next',
    rules: isNew || wizard.isCreated ? 'Finish' : consoleTexts.updateDrive,
  }[step]
  return (
    <FullHeight>
      <PageHeader
        path={[{ name: 'Home', to: urls.home }]}
        title={title}
        beside={<DraftBadge keptAt={wizard.keptAt} />}
        actions={
          <>
            {wizard.isChanged && (
              <DiscardDraft onDiscard={wizard.discard}>
                {isNew ? 'The form will be cleared.' : 'The drive stays as last saved.'}
              </DiscardDraft>
            )}
            <CloseButton
              hideBelow="md"
              aria-label={wizard.isChanged ? 'Leave and keep the draft' : 'Leave'}
              onClick={back}
            />
          </>
        }
      >
        <StepHeads wizard={wizard} />
      </PageHeader>
      <Box ref={content} tabIndex={-1} outline="none" flex="1" minH="0" overflowY={{ md: 'auto' }}>
        <Locked when={wizard.isSaving}>
          {stored === null && step !== 'rules' && <LeftOut names={start.leftOut} />}
          {step === 'details' && (
            <DetailsStep wizard={wizard} isTried={isTried} isFixed={start.hasBegun} now={Date.now()} />
          )}
          {step === 'questions' && (
            <QuestionsStep
              wizard={wizard}
              isFixed={start.hasBegun}
              section={section}
              onSection={setSection}
            />
          )}
          {step === 'rules' && <RulesStep driveId={stored?.id ?? null} handle={rules} />}
        </Locked>
      </Box>
      <FormFooter
        onBack={() => (step === 'details' ? back() : send({ type: 'BACK' }))}
        action={action}
        onAction={next}
        isBusy={wizard.isSaving || isFinishing}
        isBlocked={step === 'rules' && stored === null}
        refusal={wizard.theirs ? undefined : (wizard.refusal ?? undefined)}
        wrong={isTried && step === 'details' ? Object.keys(wizard.detailsErrors).length : 0}
      >
        <Hint wizard={wizard} isTried={isTried} isNew={isNew} />
        {step === 'questions' && <Sums wizard={wizard} />}
      </FormFooter>
      <WizardConflictDialog
        theirs={wizard.theirs}
        mine={wizard.form}
        before={stored?.form ?? null}
        onMine={() => send({ type: 'KEEP_MINE' })}
        onTheirs={() => send({ type: 'TAKE_THEIRS' })}
        onBack={() => send({ type: 'DECIDE_LATER' })}
      />
    </FullHeight>
  )
}

/** A hint at what the next button will do, or what still stands against it. */
function Hint({
  wizard,
  isTried,
  isNew,
}: {
  wizard: ReturnType<typeof useWizard>
  isTried: boolean
  isNew: boolean
}) {
  const { step, itemsError } = wizard
  if (isTried && step === 'questions' && itemsError)
    return (
      <chakra.span role="alert" color="fg.error">
        {itemsError}
      </chakra.span>
    )
  if (step === 'questions' && isNew)
    return (
      <Text color="fg.muted" hideBelow="xl">
        Create Drive saves it. Rules come next.
      </Text>
    )
  return null
}

/** The sums of the chosen items if the page is too narrow for the panel beside the list; a press leads to it. */
function Sums({ wizard: { sums } }: { wizard: ReturnType<typeof useWizard> }) {
  const show = () => {
    const panel = document.getElementById(panelId)
    panel?.scrollIntoView()
    panel?.focus({ preventScroll: true })
  }
  return (
    <chakra.button
      type="button"
      hideFrom="xl"
      display="block"
      textAlign="start"
      color="sea"
      cursor="pointer"
      onClick={show}
    >
      {[plural(sums.items, 'item'), formatSpan(sums.seconds), plural(sums.marks, 'mark')].join(' · ')}
    </chakra.button>
  )
}

/** The items a copy could not take along, by name, so that nobody has to find out by counting. */
function LeftOut({ names }: { names: readonly string[] }) {
  const told = [...new Set(names.map(plainText))]
  if (told.length === 0) return null
  return (
    <Box role="note" aria-label="Left out of the copy" px={{ base: '4', md: '6' }} pt="5" maxW="56rem">
      <Box p="3" borderRadius="l2" bg="bg.warning" color="fg.warning" textStyle="sm">
        <Text>These are no longer in the bank and were left out of the copy:</Text>
        <chakra.ul ps="5" mt="1">
          {told.map((name) => (
            <chakra.li key={name} overflowWrap="anywhere">
              <ReadMore text={name} what="name" limit={LONGEST_NAME} />
            </chakra.li>
          ))}
        </chakra.ul>
      </Box>
    </Box>
  )
}
