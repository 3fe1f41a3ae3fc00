import { faRotateLeft } from '@fortawesome/free-solid-svg-icons'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from '../../parts/button.tsx'
import { Notice, refusalText } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import { changeContent } from '../editor/change-content.ts'
import { stateKey } from '../space/space-queries.ts'

interface RestoreProps {
  spaceId: string
  changeRequestId: string
  page: { id: string; title: string }
}

/** Takes the deletion of a page out of a change request. */
export function RestorePage({ spaceId, changeRequestId, page }: RestoreProps) {
  const words = useWordsOf('changes')
  const queries = useQueryClient()
  const state = { spaceId, changeRequestId }
  const restore = useMutation({
    mutationFn: () => changeContent(state, [{ operation: 'revert_page', page: page.id }]),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: stateKey(state) }),
        queries.invalidateQueries({ queryKey: ['change-request', spaceId, changeRequestId] }),
      ]),
  })
  return (
    <>
      {restore.error && <Notice>{refusalText(restore.error, words)}</Notice>}
      <Button kind="quiet" icon={faRotateLeft} busy={restore.isPending} onClick={() => restore.mutate()}>
        {words.restorePage(page.title)}
      </Button>
    </>
  )
}
