import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useRef } from 'react'
import { Refused } from '../../api/client.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog, DialogButtons } from '../../parts/dialog.tsx'
import { Notice, refusalText } from '../../parts/states.tsx'
import { useFormDraft } from '../../parts/use-form-draft.ts'
import { useWordsOf } from '../../words/words.ts'
import type { Page } from '../space/pages.ts'
import { pagesQuery } from '../space/space-queries.ts'
import { changedSettings, fieldsOf, fieldsText, looksOf } from './changed-settings.ts'
import { CoverField, useCoverUpload } from './cover-field.tsx'
import { treeBaseQuery } from './edited-page.ts'
import { PageFields } from './page-fields.tsx'
import { PageLooksFields } from './page-looks.tsx'
import { useChange } from './use-change.ts'

interface SettingsProps {
  state: { spaceId: string; changeRequestId: string }
  page: Page
  onClose: () => void
}

/**
 * Sets the fields of a page besides its text: names, address, sign, condition, cover, and what sites show of it. Closing it
 * keeps on this device what was typed; cancelling does not.
 */
export default function PageSettings({ state, page, onClose }: SettingsProps) {
  const words = useWordsOf('writing')
  const reviewWords = useWordsOf('changes')
  // Read with the tree: the change request itself moves on while the fields stay as they are.
  const base = useQuery(treeBaseQuery(state))
  const { data: pages } = useSuspenseQuery(pagesQuery(state))
  const change = useChange(state)
  const isDocument = page.type === 'document'
  const name = `${state.changeRequestId}/${page.id}`
  const draft = useFormDraft(`page/${name}`, fieldsOf(page))
  const { form: fields, change: setFields } = draft
  const looks = useFormDraft(`page-looks/${name}`, looksOf(page))
  const { form: layout, change: setLayout } = looks
  const isDiscarded = useRef(false)
  // An upload may end when the form is gone: its picture is kept for the next time, unless the form was cancelled.
  const upload = useCoverUpload(state, (picture) => isDiscarded.current || setLayout({ picture }))
  const darkUpload = useCoverUpload(state, (pictureDark) => isDiscarded.current || setLayout({ pictureDark }))
  const changed = changedSettings(page, { fields: draft.changes, looks: looks.changes })
  // A part that sites show is on or off: whoever else has changed it has chosen the same.
  const hasOtherCover = looks.others.picture !== undefined || looks.others.pictureDark !== undefined
  const others = fieldsText({ ...draft.others, ...(hasOtherCover && { cover: null }) }, reviewWords.fields)
  const discard = () => {
    isDiscarded.current = true
    draft.clear()
    looks.clear()
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!changed) return
    if (base.data === undefined) return void base.refetch()
    // The promise, unlike the callbacks of `mutate`, settles for a form that is gone by then too.
    void change.mutateAsync({ ...changed, base: base.data }).then(discard, () => base.refetch())
  }
  return (
    <Dialog
      open
      // A refusal is shown in the dialog.
      onClose={() => change.isPending || onClose()}
      isHeld={change.isPending}
      title={words.pageSettings}
      description={page.title}
    >
      <form onSubmit={submit} style={{ display: 'contents' }}>
        <PageFields type={page.type} fields={fields} pages={pages} onChange={setFields} />
        {isDocument && (
          <>
            <CoverField
              texts={words.cover}
              isThere={layout.picture !== null}
              upload={upload}
              onRemove={() => setLayout({ picture: null, pictureDark: null })}
            />
            {layout.picture !== null && (
              <CoverField
                texts={words.darkCover}
                isThere={layout.pictureDark !== null}
                upload={darkUpload}
                onRemove={() => setLayout({ pictureDark: null })}
              />
            )}
          </>
        )}
        <PageLooksFields type={page.type} fields={fields} onFields={setFields} looks={layout} onLooks={setLayout} />
        {others !== '' && <Notice kind="warning">{words.settingsOfOthers(others)}</Notice>}
        {base.error && <Notice>{refusalText(base.error, words)}</Notice>}
        {change.error && (
          <Notice>{isConflict(change.error) ? words.settingsMovedOn : refusalText(change.error, words)}</Notice>
        )}
        <DialogButtons>
          <Button onClick={discard} disabled={change.isPending}>
            {words.cancel}
          </Button>
          <Button
            kind="primary"
            type="submit"
            disabled={!changed}
            busy={base.isPending || change.isPending || upload.isPending || darkUpload.isPending}
          >
            {words.save}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

/** True for the refusal to replace what somebody else has saved. */
const isConflict = (error: unknown) => error instanceof Refused && error.status === 409
