import type { SiteCustomizationSettings } from '@quire/contracts'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { Button } from '../../../parts/button.tsx'
import { Notice, problemText } from '../../../parts/states.tsx'
import { useFormDraft } from '../../../parts/use-form-draft.ts'
import { useWordsOf } from '../../../words/words.ts'
import { changedLooks, flatLooks, type LooksByPath, withLooks } from './changed-looks.ts'
import styles from './customization.module.css'
import { CustomizationForm } from './customization-form.tsx'
import { CustomizationPreview, type UnsavedLooks } from './customization-preview.tsx'
import { settingsProblem, showMissing } from './settings-problems.ts'

type Settings = SiteCustomizationSettings

interface LooksFormProps {
  /** The name of the draft in which unsaved settings are kept on this device. */
  name: string
  saved: Settings
  /** True for the looks of one space, which has fewer settings of its own. */
  isOfSpace?: boolean
  /** Returns the part of a request for a rendered page that has these settings. */
  preview: (settings: Settings) => UnsavedLooks
  /** Saves the settings that somebody has changed; all others stay as they are saved by then. */
  save: (changes: LooksByPath) => Promise<unknown>
  children?: ReactNode
}

/** The settings of a site or of a space on it, and beside them a page that shows them. */
export function LooksForm({ name, saved, isOfSpace = false, preview, save, children }: LooksFormProps) {
  const words = useWordsOf('customization')
  // Each setting is a field: a whole group would have the earlier values of the settings beside the changed one.
  const draft = useFormDraft(name, flatLooks(saved))
  const settings = withLooks(saved, draft.changes)
  const saving = useMutation({ mutationFn: save, onSuccess: (_, sent) => draft.clearSent(sent) })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!showMissing(event.currentTarget)) saving.mutate(draft.changes)
  }
  const change = (fields: Partial<Settings>) => {
    // A refusal is about what was sent.
    if (saving.isError) saving.reset()
    draft.change(changedLooks(settings, { ...settings, ...fields }))
  }
  return (
    <div className={styles.sides}>
      {/* A field in a closed group could not show what the browser finds wrong with it, so its group is opened first. */}
      <form className={styles.form} onSubmit={submit} noValidate>
        <CustomizationForm settings={settings} change={change} isOfSpace={isOfSpace} />
        <div className={styles.foot}>
          {saving.error && <Notice>{problemText(settingsProblem(saving.error, words))}</Notice>}
          {saving.isSuccess && !draft.isChanged && <Notice kind="success">{words.savedLive}</Notice>}
          <div className={styles.buttons}>
            <Button kind="primary" type="submit" busy={saving.isPending} disabled={!draft.isChanged}>
              {words.save}
            </Button>
            {draft.isChanged && <Button onClick={draft.clear}>{words.discard}</Button>}
            {children}
          </div>
        </div>
      </form>
      <CustomizationPreview settings={settings} unsaved={preview} />
    </div>
  )
}
