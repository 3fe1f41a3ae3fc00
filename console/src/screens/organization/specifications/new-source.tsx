import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { Button } from '../../../parts/button.tsx'
import { refusalBeside } from '../../../parts/refusals.ts'
import { Section } from '../../../parts/screen.tsx'
import { Notice } from '../../../parts/states.tsx'
import { useFormDraft } from '../../../parts/use-form-draft.ts'
import { useWordsOf } from '../../../words/words.ts'
import facts from '../frame/facts.module.css'
import { noSource, SourceFields, sourceOf } from './source-fields.tsx'
import { putSource, type SpecificationPart, specificationsKey } from './specifications-queries.ts'

/** Gives a specification another source, which becomes a version. */
export function NewSource({ organizationId, specification: { id, slug, sourceURL } }: SpecificationPart) {
  const words = useWordsOf('specifications')
  const queries = useQueryClient()
  const initial = { ...noSource, ...(sourceURL ? { url: sourceURL } : { way: 'text' }) }
  const { form: typed, change, clearSent } = useFormDraft(`specification/${id}`, initial)
  const save = useMutation({
    mutationFn: (source: typeof typed) => putSource(organizationId, slug, sourceOf(source)),
    async onSuccess(_, sent) {
      await queries.invalidateQueries({ queryKey: specificationsKey(organizationId) })
      clearSent(sent)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(typed)
  }
  const beside = refusalBeside(save.error, ['source'], words)
  return (
    <Section title={words.newSource}>
      <form className={facts.form} onSubmit={submit}>
        <SourceFields typed={typed} change={change} error={save.error} />
        {beside && <Notice>{beside}</Notice>}
        <Button type="submit" busy={save.isPending}>
          {words.processSource}
        </Button>
      </form>
    </Section>
  )
}
