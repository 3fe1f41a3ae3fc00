import type { Space } from '@quire/contracts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Choice } from '../../parts/field.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useWordsOf } from '../../words/words.ts'
import choices from './audiences.module.css'
import type { NewSiteForm } from './create-site.ts'

/** The templates that a space can begin with. */
export const templatesQuery = queryOptions({
  queryKey: ['templates'],
  queryFn: async ({ signal }) => (await api.get('/v1/templates', { signal })).items,
  staleTime: Number.POSITIVE_INFINITY,
})

interface SourceProps {
  form: NewSiteForm
  change: (fields: Partial<NewSiteForm>) => void
  spaces: readonly Space[]
  templates: readonly { id: string; title: string; description: string }[]
}

/** The first step of a new site: a space that exists, or a template for a new one. */
export function SourceChoice({ form, change, spaces, templates }: SourceProps) {
  const words = useWordsOf('sites')
  return (
    <>
      {spaces.length > 0 && (
        <Tabs
          label={words.source}
          value={form.source}
          options={[
            ['space', words.fromSpace],
            ['template', words.fromTemplate],
          ]}
          onChoose={(source) => change({ source: source === 'space' ? 'space' : 'template' })}
        />
      )}
      {form.source === 'space' ? (
        <Choice
          label={words.space}
          hint={words.fromSpaceHint}
          value={form.space}
          options={spaces.map(({ id, title }) => [id, title || words.untitled] as const)}
          onChange={({ target }) => change({ space: target.value })}
        />
      ) : (
        <fieldset className={choices.choices}>
          <legend>{words.template}</legend>
          {templates.map(({ id, title, description }) => (
            <label key={id}>
              <input
                type="radio"
                name="template"
                checked={id === form.template}
                onChange={() => change({ template: id })}
              />
              <span>{title}</span>
              <small>{description}</small>
            </label>
          ))}
        </fieldset>
      )}
    </>
  )
}
