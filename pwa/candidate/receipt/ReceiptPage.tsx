import { CircleAlert, CircleCheck, CircleX } from 'lucide-react'
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { plainCode, type ReceiptFile } from '#contract/receipt.ts'
import type { ReceiptCheck } from '#contract/views/receipt.ts'
import { CallError, call } from '#pwa/http/call.ts'
import type { InputOf } from '#pwa/http/types.ts'
import { groupCode } from '../format.ts'
import { NoticePage } from '../shell/NoticePage.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import './receipt.css'
import { messageOfCheck } from './messages.ts'

const icons = { ok: CircleCheck, warn: CircleAlert, bad: CircleX } as const
const NO_CODE = 'Enter the twelve letters and digits, like ABCD-EFGH-2345.'
const NO_FILE = 'This file is not a receipt. Choose the one you saved on the end page.'
/** A receipt has a few hundred bytes. */
const MAX_BYTES = 10_000

/** Anybody who has a receipt learns what it proves: by its code, or by the file that was saved. */
export default function ReceiptPage() {
  const { search } = useLocation()
  const [code, setCode] = useState(() => new URLSearchParams(search).get('code') ?? '')
  const [codeError, setCodeError] = useState<string>()
  const [fileError, setFileError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [found, setFound] = useState<ReceiptCheck>()
  const chooser = useRef<HTMLInputElement>(null)
  const isComplete = plainCode(code).length === 12

  // biome-ignore lint/correctness/useExhaustiveDependencies: a link with a code asks for its check, once
  useEffect(() => {
    if (isComplete) void check({ code }, setCodeError)
  }, [])

  /** Nothing of what was found of another receipt, or said of it, stands beside the next one. */
  function forget(): void {
    setCodeError(undefined)
    setFileError(undefined)
    setFound(undefined)
  }

  async function check(
    body: InputOf<'postReceiptCheck'>['body'],
    tell: (error: string) => void,
  ): Promise<void> {
    if (isBusy) return
    setBusy(true)
    forget()
    try {
      setFound((await call('postReceiptCheck', { body })).data)
    } catch (refusal) {
      tell(refusal instanceof CallError ? refusal.message : 'This did not work. Try again.')
    } finally {
      setBusy(false)
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (chooser.current) chooser.current.value = ''
    if (isComplete) return void check({ code }, setCodeError)
    forget()
    setCodeError(NO_CODE)
  }

  async function choose(event: ChangeEvent<HTMLInputElement>): Promise<void> {
    const [file] = event.target.files ?? []
    if (!file) return
    // A code of another receipt does not stand beside what is found of the file.
    setCode('')
    const receipt = file.size <= MAX_BYTES ? readReceipt(await file.text()) : null
    if (receipt !== null) return check(receipt, setFileError)
    forget()
    setFileError(NO_FILE)
  }

  return (
    <NoticePage title="Check a receipt">
      <p>
        A receipt proves what the server had of a test, and when. Checking it names nobody, and shows no
        answer.
      </p>
      <form className="receipt-form" onSubmit={submit} noValidate>
        <Field
          label="Receipt code"
          name="code"
          autoComplete="off"
          spellCheck={false}
          placeholder="ABCD-EFGH-2345"
          value={code}
          error={codeError}
          onChange={(event) => {
            setCode(event.target.value)
            setCodeError(undefined)
          }}
        />
        <Button type="submit" variant="primary" size="large" busy={isBusy}>
          Check
        </Button>
      </form>
      <p className="receipt-file">
        <label>
          Or choose the file you saved
          <input
            ref={chooser}
            type="file"
            className="receipt-chooser"
            accept=".json,application/json"
            // The same file can be chosen again.
            onClick={({ currentTarget }) => {
              currentTarget.value = ''
            }}
            onChange={choose}
          />
        </label>
        {fileError && <span role="alert">{fileError}</span>}
      </p>
      <div role="status">{found && <Result check={found} />}</div>
    </NoticePage>
  )
}

function Result({ check }: { check: ReceiptCheck }) {
  const { tone, title, lines } = messageOfCheck(check)
  const Icon = icons[tone]
  return (
    <section className={`receipt-result card is-${tone}`} aria-labelledby="result">
      <h2 id="result">
        <Icon size={20} strokeWidth={1.75} aria-hidden="true" /> {title}
      </h2>
      {check.code && <output>{groupCode(check.code)}</output>}
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </section>
  )
}

/** The content of a chosen file, if it can be a receipt at all; the server looks at the rest. */
function readReceipt(text: string): ReceiptFile | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && 'holdfast_receipt' in value
      ? (value as ReceiptFile)
      : null
  } catch {
    return null
  }
}
