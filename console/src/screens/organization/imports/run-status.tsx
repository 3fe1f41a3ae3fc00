import type { ContentImportRun } from '@quire/contracts'
import { Badge } from '../../../parts/badge.tsx'
import { useWordsOf } from '../../../words/words.ts'

const kinds = {
  pending: 'plain',
  'in-progress': 'info',
  completed: 'success',
  failed: 'danger',
  cancelled: 'plain',
} as const

/** The state of an import in a word. */
export function RunStatus({ status }: Pick<ContentImportRun, 'status'>) {
  const words = useWordsOf('imports')
  return <Badge kind={kinds[status]}>{words.runStatuses[status]}</Badge>
}
