import type { ContentRef } from '@quire/contracts'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { Button } from '../../parts/button.tsx'
import { Dialog, DialogButtons } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { Notice, refusalText } from '../../parts/states.tsx'
import { useFormDraft } from '../../parts/use-form-draft.ts'
import { useWordsOf } from '../../words/words.ts'
import { pagesQuery } from '../space/space-queries.ts'
import { TargetField } from './target-field.tsx'
import { useChange } from './use-change.ts'

interface NewEntryProps {
  state: { spaceId: string; changeRequestId: string }
  kind: 'group' | 'link'
  /** The page or group that it will be below; undefined for the top. */
  into?: string | undefined
  onClose: () => void
}

const nowhere: ContentRef = { kind: 'url', url: '' }

/** Creates a group or a link in the tree of a change request. */
export default function NewEntry({ state, kind, into, onClose }: NewEntryProps) {
  const words = useWordsOf('writing')
  const { data: pages } = useSuspenseQuery(pagesQuery(state))
  const change = useChange(state)
  const draft = useFormDraft(`new-${kind}/${state.changeRequestId}/${into ?? ''}`, { title: '', target: nowhere })
  const { title, target } = draft.form
  const discard = () => {
    draft.clear()
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const entry = { title: title.trim(), document: {}, ...(into !== undefined && { into }) }
    const kinds = { group: { type: 'group' as const }, link: { type: 'link' as const, target } }
    // A refusal is shown in the dialog.
    void change.mutateAsync({ operation: 'insert_page', ...kinds[kind], ...entry }).then(discard, () => undefined)
  }
  return (
    <Dialog open onClose={onClose} title={words.newEntries[kind].title} description={words.newEntries[kind].hint}>
      <form onSubmit={submit} style={{ display: 'contents' }}>
        <Field
          label={words.title}
          value={title}
          onChange={({ target }) => draft.change({ title: target.value })}
          required
          // A title of white space alone is none.
          pattern=".*\S.*"
          maxLength={500}
          autoFocus
        />
        {kind === 'link' && (
          <TargetField target={target} pages={pages} onChange={(target) => draft.change({ target })} />
        )}
        {change.error && <Notice>{refusalText(change.error, words)}</Notice>}
        <DialogButtons>
          <Button onClick={discard} disabled={change.isPending}>
            {words.cancel}
          </Button>
          <Button kind="primary" type="submit" busy={change.isPending}>
            {words.create}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
