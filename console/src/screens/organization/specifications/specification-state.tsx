import { Badge } from '../../../parts/badge.tsx'
import { useWordsOf } from '../../../words/words.ts'
import type { Specification } from './specifications-queries.ts'

/** The state of a specification in a word: processed, waiting, or why its source could not be read. */
export function SpecificationState({ specification }: { specification: Specification }) {
  const words = useWordsOf('specifications')
  const { processingState, lastProcessErrorCode } = specification
  if (processingState !== 'complete') return <Badge kind="info">{words.processing}</Badge>
  if (lastProcessErrorCode) return <Badge kind="danger">{words.errorCodes[lastProcessErrorCode]}</Badge>
  return <Badge kind="success">{words.processed}</Badge>
}
