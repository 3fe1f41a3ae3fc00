import type { DefaultLevel } from '@quire/contracts'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { Button } from '../../../parts/button.tsx'
import { Choice, Field } from '../../../parts/field.tsx'
import { refusalAt, refusalBeside } from '../../../parts/refusals.ts'
import { Section } from '../../../parts/screen.tsx'
import { SignField } from '../../../parts/sign-field.tsx'
import { Notice } from '../../../parts/states.tsx'
import { useFormDraft } from '../../../parts/use-form-draft.ts'
import { useWordsOf } from '../../../words/words.ts'
import facts from '../frame/facts.module.css'
import { defaultLevelOf, defaultLevelOptions } from '../frame/roles.ts'

interface TitleAndLevelProps {
  /** The name under which what was typed is kept on this device. */
  draft: string
  /** Without an emoji, the scope has none. */
  saved: { title: string; emoji?: string; defaultLevel: DefaultLevel }
  /** The name of the level in the form, and what it means for this scope. */
  level: { label: string; hint: string }
  save: (changes: { title?: string; emoji?: string | null; defaultLevel?: DefaultLevel }) => Promise<void>
}

/** The form of spaces and collections: a title, an emoji if they have one, and what members may do in them. */
export function TitleAndLevel({ draft, saved, level, save }: TitleAndLevelProps) {
  const words = useWordsOf('organization')
  const inForm = { title: saved.title, emoji: saved.emoji ?? '', level: saved.defaultLevel ?? 'none' }
  const { form, changes, isChanged, change, clearSent } = useFormDraft<Record<keyof typeof inForm, string>>(
    draft,
    inForm,
  )
  const saving = useMutation({
    mutationFn: ({ title, emoji, level }: typeof changes) =>
      save({
        ...(title !== undefined && { title }),
        ...(emoji !== undefined && { emoji: emoji || null }),
        ...(level !== undefined && { defaultLevel: defaultLevelOf(level) }),
      }),
    onSuccess: (_, sent) => clearSent(sent),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate(changes)
  }
  const beside = refusalBeside(saving.error, ['title'], words)
  return (
    <Section title={words.general}>
      <form className={facts.form} onSubmit={submit}>
        <Field
          label={words.title}
          error={refusalAt(saving.error, 'title', words)}
          value={form.title}
          maxLength={50}
          onChange={({ target }) => change({ title: target.value })}
        />
        {saved.emoji !== undefined && (
          <SignField
            label={words.emoji}
            only="emoji"
            value={{ emoji: form.emoji }}
            onChange={({ emoji = '' }) => change({ emoji })}
          />
        )}
        <Choice
          {...level}
          value={form.level}
          options={defaultLevelOptions(words)}
          onChange={({ target }) => change({ level: target.value })}
        />
        {beside && <Notice>{beside}</Notice>}
        {saving.isSuccess && !isChanged && <Notice kind="success">{words.saved}</Notice>}
        <Button kind="primary" type="submit" busy={saving.isPending} disabled={!isChanged}>
          {words.save}
        </Button>
      </form>
    </Section>
  )
}
