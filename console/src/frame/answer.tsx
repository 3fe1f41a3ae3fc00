import { faFileLines } from '@fortawesome/free-solid-svg-icons'
import type { Answer as AnswerData } from '@quire/contracts'
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Markdown } from '../parts/markdown.tsx'
import { Notice, refusalText } from '../parts/states.tsx'
import { useWordsOf } from '../words/words.ts'
import styles from './answer.module.css'
import { useAnswer } from './use-answer.ts'

interface AnswerProps {
  organizationId: string
  question: string
  onAsk: (question: string) => void
  onClose: () => void
}

/** The answer to a question as it is written, the pages that it rests on, and what could be asked next. */
export default function Answer({ organizationId, question, onAsk, onClose }: AnswerProps) {
  const words = useWordsOf('ask')
  const { answer, error, isWriting, askAgain } = useAnswer(organizationId, question)
  const text = answer?.answer?.markdown
  return (
    <div className={styles.answer}>
      <div aria-live="polite" aria-busy={isWriting}>
        {text && <Markdown text={withoutNotes(text)} />}
        {!text && error === undefined && <p className={styles.soft}>{isWriting ? words.answering : words.noAnswer}</p>}
      </div>
      {error !== undefined && (
        <div className={styles.broken}>
          <Notice>{text ? words.brokeOff : refusalText(error, words)}</Notice>
          <Button onClick={askAgain}>{words.askAgain}</Button>
        </div>
      )}
      {answer && answer.sources.length > 0 && <Sources sources={answer.sources} onClose={onClose} />}
      {answer && !isWriting && answer.followupQuestions.length > 0 && (
        <section>
          <h2>{words.askNext}</h2>
          <ul>
            {answer.followupQuestions.map((next) => (
              <li key={next}>
                <button type="button" className={styles.entry} onClick={() => onAsk(next)}>
                  {next}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

/** Returns an answer without its footnotes, whose pages are listed below it. */
const withoutNotes = (markdown: string) => markdown.replace(/^\[\^\d+\]:.*$/gm, '').replace(/\[\^\d+\]/g, '')

interface SourcesProps {
  sources: AnswerData['sources']
  onClose: () => void
}

function Sources({ sources, onClose }: SourcesProps) {
  const words = useWordsOf('ask')
  const pages = useQueries({ queries: [...new Map(sources.map((one) => [one.page, one])).values()].map(sourceQuery) })
  return (
    <section>
      <h2>{words.sources}</h2>
      <ul>
        {pages.map(
          ({ data }) =>
            data && (
              <li key={data.pageId}>
                <Link
                  to="/s/$spaceId/p/$pageId"
                  params={data}
                  hash={data.section}
                  className={styles.entry}
                  onClick={onClose}
                >
                  <Icon icon={faFileLines} />
                  {data.title || words.untitled}
                </Link>
              </li>
            ),
        )}
      </ul>
    </section>
  )
}

const sourceQuery = ({ space: spaceId, page: pageId, sections: [section] }: AnswerData['sources'][number]) => ({
  queryKey: ['page-title', spaceId, pageId],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { title } = await api.get('/v1/spaces/{spaceId}/content/page/{pageId}', {
      params: { spaceId, pageId },
      query: { format: 'markdown', metadata: false },
      signal,
    })
    return { spaceId, pageId, title, section: section ?? '' }
  },
})
