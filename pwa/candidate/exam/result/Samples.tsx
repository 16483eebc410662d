import { type ReactNode, useState } from 'react'
import type { RunView } from '#contract/views/candidate.ts'
import { formatBytes } from '../../format.ts'
import { Glyph } from '../../ui/Glyph.tsx'
import { Printed } from '../../ui/Printed.tsx'
import { type ComparedLine, compareLines, decodeStream, firstDifference, linesOf } from './text.ts'
import { verdictSign } from './verdict.ts'

type Sample = RunView['samples'][number]

function costs(sample: Sample): string {
  const parts = [
    sample.cpu_ms === null ? '' : `${Math.round(sample.cpu_ms)} ms`,
    sample.memory_bytes === null ? '' : formatBytes(sample.memory_bytes),
  ]
  return parts.filter(Boolean).join(' · ')
}

function sentence(sample: Sample, actual: string): string {
  const verdict = verdictSign(sample.outcome, sample.passed)
  if (sample.passed) return 'Passed: the output is as expected'
  const line = firstDifference(sample.expected, actual)
  return verdict.word === 'Wrong answer' && line !== null
    ? `Wrong answer: line ${line} differs`
    : verdict.word
}

interface SideProps {
  title: string
  lines: ComparedLine[]
  numbered?: boolean
  word?: string
  tone?: 'ok' | 'bad'
}

function Side({ title, lines, numbered = false, word, tone }: SideProps) {
  return (
    <div className="side">
      <h4>{title}</h4>
      <Printed>
        {lines.map((line, index) => (
          // A line's number is what it is.
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity
          <span key={index} className={line.differs ? `side-line is-${tone}` : 'side-line'}>
            {numbered && (
              <span className="side-number" aria-hidden="true">
                {index + 1}
              </span>
            )}
            <span className="side-text">{line.text || ' '}</span>
            {line.differs && <span className="side-word">{word}</span>}
            {'\n'}
          </span>
        ))}
      </Printed>
    </div>
  )
}

function Detail({ sample, children }: { sample: Sample; children: ReactNode }) {
  const actual = decodeStream(sample.stdout)
  const verdict = verdictSign(sample.outcome, sample.passed)
  const plain = (text: string) => linesOf(text).map((line) => ({ text: line, differs: false }))
  // The output of a program that did not come to its end is no answer to compare.
  const compared = verdict.word === 'Wrong answer'
  return (
    <div className="sample-detail">
      <header>
        <h3 className={`is-${verdict.tone}`}>{sentence(sample, actual)}</h3>
        <span className="tabular">{costs(sample)}</span>
      </header>
      {verdict.tone !== 'ok' && children}
      <div className="sides">
        <Side title="Input" lines={plain(sample.input)} />
        <Side
          title="Expected"
          numbered
          lines={compared ? compareLines(sample.expected, actual) : plain(sample.expected)}
          word="expected"
          tone="ok"
        />
        <Side
          title="Actual"
          numbered
          lines={compared ? compareLines(actual, sample.expected) : plain(actual)}
          word="≠ differs"
          tone="bad"
        />
      </div>
      {verdict.tone === 'ok' && children}
    </div>
  )
}

export function Samples({ samples, stderr }: { samples: readonly Sample[]; stderr: string }) {
  const firstBad = samples.findIndex((sample) => !sample.passed)
  const [chosen, choose] = useState(Math.max(0, firstBad))
  const sample = samples[chosen] ?? samples[0]
  return (
    <div className="samples">
      <ul className="sample-list">
        {samples.map((each, index) => {
          const verdict = verdictSign(each.outcome, each.passed)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity
            <li key={index}>
              <button type="button" aria-pressed={index === chosen} onClick={() => choose(index)}>
                <Glyph name={verdict.glyph} />
                <span>
                  <strong>Sample {index + 1}</strong>
                  <span className={`sample-word is-${verdict.tone}`}>{verdict.word}</span>
                </span>
                <span className="tabular">{each.cpu_ms === null ? '' : `${Math.round(each.cpu_ms)} ms`}</span>
              </button>
            </li>
          )
        })}
      </ul>
      <div className="sample-side">
        {sample && (
          <Detail sample={sample}>
            {stderr && (
              <div className="stream">
                <h4>Error output</h4>
                <Printed>{stderr}</Printed>
              </div>
            )}
          </Detail>
        )}
      </div>
    </div>
  )
}
