import { Button, chakra, Heading } from '@chakra-ui/react'
import { Play } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ProblemReport } from '#contract/views/admin.ts'
import { CodeBlock } from '#pwa/ui/CodeBlock.tsx'
import { StateBadge } from '#pwa/ui/StateBadge.tsx'
import { formatDate } from '../../kit/format/dates.ts'
import { ExecuteDialog } from './ExecuteDialog.tsx'
import { draftName, programName, verdictLook } from './format.ts'

/** The program the score comes from, and those that were never submitted. */
export function Programs({ problem }: { problem: ProblemReport }) {
  const { answer, drafts, test_case_result, language_id } = problem
  const [isOpen, setOpen] = useState(false)
  const passed = test_case_result.filter((test) => test.is_passed).length
  return (
    <>
      {answer !== null && (
        <Program
          name={programName(problem)}
          title={problem.title}
          code={answer}
          language={problem.language}
          at={problem.submission_time}
          verdict={problem.verdict}
          tests={problem.status !== 'accepted' ? null : `${passed} of ${test_case_result.length}`}
        >
          {language_id !== null && (
            <Button size="sm" variant="outline" ms="auto" data-screen-only onClick={() => setOpen(true)}>
              <Play aria-hidden />
              Execute
            </Button>
          )}
        </Program>
      )}
      {isOpen && answer !== null && language_id !== null && (
        <ExecuteDialog
          problem={problem}
          code={answer}
          languageId={language_id}
          onClose={() => setOpen(false)}
        />
      )}
      {drafts.map((draft, at) => (
        <Program
          key={draft.lang_code ?? at}
          name={draftName(draft.language)}
          title={problem.title}
          code={draft.answer}
          language={draft.language}
          at={draft.saved_at}
          verdict={draft.verdict}
          tests={
            draft.passed_testcases === null ? null : `${draft.passed_testcases} of ${draft.total_testcases}`
          }
        />
      ))}
    </>
  )
}

interface Props {
  name: string
  /** The problem's. */
  title: string
  code: string
  language: string | null
  at: string | null
  verdict: string | null
  /** '3 of 9'; null where it was not judged. */
  tests: string | null
  /** The actions on it. */
  children?: ReactNode
}

function Program({ name, title, code, language, at, verdict, tests, children }: Props) {
  const look = verdict === null ? null : verdictLook(verdict)
  const facts = [language, at && formatDate(new Date(at)), tests ? `${tests} tests passed` : 'not judged']
  return (
    <section aria-label={`${name}: ${title}`}>
      <chakra.header
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        columnGap="3"
        px={{ base: '4', md: '6' }}
        py="2"
        borderTopWidth="1px"
        textStyle="sm"
        color="fg.muted"
      >
        <Heading as="h3" textStyle="sm" fontWeight="600" color="fg">
          {name}
        </Heading>
        <span>{facts.filter(Boolean).join(' · ')}</span>
        {look && (
          <span title={look.why}>
            <StateBadge icon={look.icon} tone={look.tone} bare>
              {look.word}
            </StateBadge>
          </span>
        )}
        {children}
      </chakra.header>
      <CodeBlock code={code} label={`${name} of ${title}, ${language ?? 'unknown language'}`} />
    </section>
  )
}
