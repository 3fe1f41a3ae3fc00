import { faRotateLeft } from '@fortawesome/free-solid-svg-icons'
import { Button } from '../../parts/button.tsx'
import { Notice, refusalText } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import { useChange } from '../editor/use-change.ts'

interface RestoreProps {
  spaceId: string
  changeRequestId: string
  page: { id: string; title: string }
  /** The revision that has the page; without one the live revision that the change request began with. */
  revision?: string | undefined
}

/** Brings a page back into a change request that does not have it any more. */
export function RestorePage({ spaceId, changeRequestId, page, revision }: RestoreProps) {
  const words = useWordsOf('changes')
  const restore = useChange({ spaceId, changeRequestId })
  return (
    <>
      {restore.error && <Notice>{refusalText(restore.error, words)}</Notice>}
      <Button
        kind="quiet"
        icon={faRotateLeft}
        busy={restore.isPending}
        onClick={() => restore.mutate({ operation: 'revert_page', page: page.id, revision })}
      >
        {words.restorePage(page.title)}
      </Button>
    </>
  )
}
