import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef } from 'react'
import { Refused } from '../../api/client.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog, DialogButtons } from '../../parts/dialog.tsx'
import { Field, Switch, TextField } from '../../parts/field.tsx'
import { Notice, refusalText } from '../../parts/states.tsx'
import { useFormDraft } from '../../parts/use-form-draft.ts'
import { useWordsOf } from '../../words/words.ts'
import type { Page } from '../space/pages.ts'
import { changedSettings, fieldsOf, fieldsText, looksOf } from './changed-settings.ts'
import { CoverField, useCoverUpload } from './cover-field.tsx'
import { treeBaseQuery } from './edited-page.ts'
import styles from './page-settings.module.css'
import { useChange } from './use-change.ts'

interface SettingsProps {
  state: { spaceId: string; changeRequestId: string }
  page: Page
  onClose: () => void
}

const parts = ['title', 'description', 'tableOfContents', 'outline', 'pagination'] as const

/**
 * Sets the fields of a page besides its text: titles, address, sign, cover, and the parts of it that sites show. Closing it
 * keeps on this device what was typed; cancelling does not.
 */
export default function PageSettings({ state, page, onClose }: SettingsProps) {
  const words = useWordsOf('changes')
  // Read with the tree: the change request itself moves on while the fields stay as they are.
  const base = useQuery(treeBaseQuery(state))
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
  const set = (name: keyof typeof fields) => (value: string | boolean) => setFields({ [name]: value })
  const changed = changedSettings(page, { fields: draft.changes, looks: looks.changes })
  // A part that sites show is on or off: whoever else has changed it has chosen the same.
  const { picture: cover } = looks.others
  const others = fieldsText({ ...draft.others, ...(cover !== undefined && { cover }) }, words.fields)
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
        <Field
          label={words.title}
          value={fields.title}
          onChange={({ target }) => set('title')(target.value)}
          required
          maxLength={500}
        />
        <Field
          label={words.fields.linkTitle}
          hint={words.linkTitleHint}
          value={fields.linkTitle}
          onChange={({ target }) => set('linkTitle')(target.value)}
          maxLength={500}
        />
        {isDocument && (
          <TextField
            label={words.fields.description}
            value={fields.description}
            onChange={({ target }) => set('description')(target.value)}
            maxLength={1000}
          />
        )}
        {page.type !== 'link' && (
          <Field
            label={words.fields.slug}
            hint={words.slugHint}
            value={fields.slug}
            onChange={({ target }) => set('slug')(target.value)}
            maxLength={100}
          />
        )}
        <Field
          label={words.fields.emoji}
          value={fields.emoji}
          onChange={({ target }) => set('emoji')(target.value)}
          maxLength={16}
        />
        {isDocument && (
          <CoverField isThere={layout.picture !== null} upload={upload} onRemove={() => setLayout({ picture: null })} />
        )}
        <fieldset className={styles.parts}>
          <legend>{words.shownOnSites}</legend>
          <Switch label={words.hiddenOnSites} isOn={fields.hidden} onChange={set('hidden')} />
          {isDocument && (
            <>
              <Switch
                label={words.layoutParts.wide}
                isOn={layout.width === 'wide'}
                onChange={(isWide) => setLayout({ width: isWide ? 'wide' : 'default' })}
              />
              {parts.map((part) => (
                <Switch
                  key={part}
                  label={words.layoutParts[part]}
                  isOn={layout[part] === true}
                  onChange={(isShown) => setLayout({ [part]: isShown })}
                />
              ))}
            </>
          )}
        </fieldset>
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
            busy={base.isPending || change.isPending || upload.isPending}
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
