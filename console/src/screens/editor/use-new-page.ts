import { useWordsOf } from '../../words/words.ts'
import type { EditedState } from './edited-page.ts'
import { useChange } from './use-change.ts'

/** Creates an empty page at the end, and opens it. */
export function useNewPage(state: EditedState) {
  const words = useWordsOf('writing')
  const { mutate, ...rest } = useChange(state)
  const create = () => mutate({ operation: 'insert_page', title: words.untitled, document: { markdown: '' } })
  return { ...rest, create }
}
