import type { Answer } from '@quire/contracts'
import { useEffect, useState } from 'react'
import { eventsOf } from '../api/stream.ts'

interface Asked {
  answer: Answer | undefined
  error: unknown
  isWriting: boolean
}

interface AnswerInProgress extends Asked {
  /** Asks the same question once more. */
  askAgain: () => void
}

const nothing: Asked = { answer: undefined, error: undefined, isWriting: true }

/** Asks a question over what the person may read in an organization, and returns the answer as far as it is written. */
export function useAnswer(organizationId: string, question: string): AnswerInProgress {
  const [attempt, setAttempt] = useState(0)
  const [asked, setAsked] = useState(nothing)
  useEffect(() => {
    const stop = new AbortController()
    setAsked(nothing)
    const read = async () => {
      const given = { params: { organizationId }, query: { query: question, format: 'markdown' }, signal: stop.signal }
      for await (const { answer } of eventsOf('/v1/orgs/{organizationId}/ask/stream', given))
        setAsked({ answer, error: undefined, isWriting: true })
    }
    read().then(
      () => setAsked((before) => ({ ...before, isWriting: false })),
      (error: unknown) => {
        if (!stop.signal.aborted) setAsked((before) => ({ ...before, error, isWriting: false }))
      },
    )
    return () => stop.abort()
  }, [organizationId, question, attempt])
  return { ...asked, askAgain: () => setAttempt((before) => before + 1) }
}
