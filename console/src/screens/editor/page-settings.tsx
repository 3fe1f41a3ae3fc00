import { type FormEvent, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Dialog, DialogButtons } from '../../parts/dialog.tsx'
import { Field, Switch, TextField } from '../../parts/field.tsx'
import { Notice, refusalText } from '../../parts/states.tsx'
import { useFormDraft } from '../../parts/use-form-draft.ts'
import { useWordsOf } from '../../words/words.ts'
import type { Page } from '../space/pages.ts'
import { changedSettings, fieldsOf, type Layout } from './changed-settings.ts'
import { type CoverChoice, CoverField } from './cover-field.tsx'
import styles from './page-settings.module.css'
import { useChange } from './use-change.ts'

interface SettingsProps {
  state: { spaceId: string; changeRequestId: string }
  page: Page
  onClose: () => void
}

const parts = ['title', 'description', 'tableOfContents', 'outline', 'pagination'] as const

/** Sets the fields of a page besides its text: titles, address, sign, cover, and the parts of it that sites show. */
export default function PageSettings({ state, page, onClose }: SettingsProps) {
  const words = useWordsOf('changes')
  const change = useChange(state)
  const isDocument = page.type === 'document'
  const [saved] = useState(() => fieldsOf(page))
  const draft = useFormDraft(`page/${state.changeRequestId}/${page.id}`, saved)
  const { form: fields, changes, change: setFields, clear } = draft
  const [chosenLayout, chooseLayout] = useState<Layout>({})
  const layout = isDocument && { ...page.layout, ...chosenLayout }
  const setLayout = (parts: Layout) => chooseLayout({ ...chosenLayout, ...parts })
  const [cover, setCover] = useState<CoverChoice>()
  const set = (name: keyof typeof fields) => (value: string | boolean) => setFields({ [name]: value })
  const changed = changedSettings(page, { fields: changes, layout: chosenLayout, cover })
  const close = () => {
    clear()
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (changed) change.mutate(changed, { onSuccess: close })
  }
  return (
    <Dialog open onClose={close} title={words.pageSettings} description={page.title}>
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
          <CoverField state={state} hasCover={page.cover !== undefined} choice={cover} onChoose={setCover} />
        )}
        <fieldset className={styles.parts}>
          <legend>{words.shownOnSites}</legend>
          <Switch label={words.hiddenOnSites} isOn={fields.hidden} onChange={set('hidden')} />
          {layout && (
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
                  isOn={layout[part]}
                  onChange={(isShown) => setLayout({ [part]: isShown })}
                />
              ))}
            </>
          )}
        </fieldset>
        {change.error && <Notice>{refusalText(change.error, words)}</Notice>}
        <DialogButtons>
          <Button onClick={close}>{words.cancel}</Button>
          <Button kind="primary" type="submit" disabled={!changed} busy={change.isPending}>
            {words.save}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
