import { Field, TextField } from '../../parts/field.tsx'
import { SignField } from '../../parts/sign-field.tsx'
import { useWordsOf } from '../../words/words.ts'
import type { Page } from '../space/pages.ts'
import type { PageFields as Fields } from './changed-settings.ts'
import { TargetField } from './target-field.tsx'

interface FieldsProps {
  type: Page['type']
  fields: Fields
  /** The pages of the change request, which a link may lead to. */
  pages: readonly Page[]
  onChange: (fields: Partial<Fields>) => void
}

/** The names, the address, the sign and the condition of a page. */
export function PageFields({ type, fields, pages, onChange }: FieldsProps) {
  const words = useWordsOf('writing')
  const reviewWords = useWordsOf('changes')
  return (
    <>
      <Field
        label={words.title}
        value={fields.title}
        onChange={({ target }) => onChange({ title: target.value })}
        required
        maxLength={500}
      />
      <Field
        label={reviewWords.fields.linkTitle}
        hint={words.linkTitleHint}
        value={fields.linkTitle}
        onChange={({ target }) => onChange({ linkTitle: target.value })}
        maxLength={500}
      />
      {fields.target && (
        <TargetField target={fields.target} pages={pages} onChange={(target) => onChange({ target })} />
      )}
      {type === 'document' && (
        <TextField
          label={reviewWords.fields.description}
          value={fields.description}
          onChange={({ target }) => onChange({ description: target.value })}
          maxLength={1000}
        />
      )}
      {type !== 'link' && (
        <Field
          label={reviewWords.fields.slug}
          hint={words.slugHint}
          value={fields.slug}
          onChange={({ target }) => onChange({ slug: target.value })}
          maxLength={100}
        />
      )}
      <SignField
        label={words.sign}
        value={{ emoji: fields.emoji, icon: fields.icon }}
        onChange={({ emoji = '', icon = '' }) => onChange({ emoji, icon })}
      />
      <Field
        label={reviewWords.fields.condition}
        hint={words.pageConditionHint}
        placeholder='visitor.claims.plan === "pro"'
        value={fields.condition}
        onChange={({ target }) => onChange({ condition: target.value })}
        maxLength={1024}
      />
    </>
  )
}
