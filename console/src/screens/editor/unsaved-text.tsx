import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { spaceQuery } from '../../api/queries.ts'
import { Button } from '../../parts/button.tsx'
import { CopyButton } from '../../parts/copy-field.tsx'
import { TextField } from '../../parts/field.tsx'
import { Notice, refusalText } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import { changeRequestQuery } from '../changes/changes-queries.ts'
import { createChange } from '../changes/create-change.ts'
import { type EditedState, reopenPage } from './edited-page.ts'
import styles from './editor-screen.module.css'
import { useHasOwnChanges } from './own-changes.ts'
import { putInto, sinceLive } from './rescue-page.ts'
import { openUnsavedPage, type Unsaved } from './unsaved-page.ts'

interface UnsavedProps {
  state: EditedState
  pageId: string
  /** Says why the page cannot be edited any more. */
  reason: 'merged' | 'archived' | 'deleted' | 'forbidden'
}

/** Shows what was typed in a page and can no longer be saved there, with the ways to keep it; nothing if all of it was saved. */
export function UnsavedText(props: UnsavedProps) {
  // The last save of the editor that was here decides whether there is anything.
  return useHasOwnChanges(props.state) ? null : <LeftText {...props} />
}

function LeftText({ state, pageId, reason }: UnsavedProps) {
  const words = useWordsOf('writing')
  const { data: space } = useSuspenseQuery(spaceQuery(state.spaceId))
  const [unsaved] = useState(() => openUnsavedPage(state.changeRequestId, pageId, localStorage))
  const [isGone, setGone] = useState(false)
  const forget = () => {
    unsaved.takeOver()
    unsaved.forget()
    setGone(true)
  }
  const rescue = useRescue(state, reason, unsaved.left, forget)
  if (!unsaved.left || isGone) return null
  const { title, text } = unsaved.left.own
  return (
    <section className={styles.unsaved} aria-label={words.unsavedText}>
      <Notice>{words.unsavedReasons[reason]}</Notice>
      <h2>{title}</h2>
      <TextField label={words.unsavedText} hidesLabel readOnly rows={8} value={text} />
      {rescue.error && <Notice>{refusalText(rescue.error, words)}</Notice>}
      <div className={styles.ways}>
        {space.permissions.edit && (
          <Button kind="primary" busy={rescue.isPending} onClick={() => rescue.mutate()}>
            {reason === 'deleted' ? words.intoNewPage : words.intoNewChange}
          </Button>
        )}
        <CopyButton label={words.unsavedText} value={text} />
        <Button kind="quiet" onClick={forget}>
          {words.discardText}
        </Button>
      </div>
    </section>
  )
}

/** Puts the text where it can be edited again, and opens it there. */
function useRescue(state: EditedState, reason: UnsavedProps['reason'], left: Unsaved | undefined, forget: () => void) {
  const words = useWordsOf('writing')
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { data: changeRequest } = useSuspenseQuery(changeRequestQuery(state.spaceId, state.changeRequestId))
  // A change request that was created before something failed is used by the next attempt.
  const target = useRef<EditedState>(undefined)
  return useMutation({
    async mutationFn() {
      if (!left) throw new Error('There is no unsaved text.')
      target.current ??= reason === 'deleted' ? state : await createChange(state.spaceId, changeRequest.subject)
      const change = reason === 'archived' ? await sinceLive(state, changeRequest, left) : left
      return { ...target.current, pageId: await putInto(target.current, change, words.untitled) }
    },
    async onSuccess(page) {
      forget()
      await queries.invalidateQueries({ queryKey: ['changes'] })
      await reopenPage(queries, page)
      await navigate({ to: '/s/$spaceId/changes/$changeRequestId/p/$pageId', params: page })
    },
  })
}
