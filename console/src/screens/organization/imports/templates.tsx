import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { Button } from '../../../parts/button.tsx'
import { Screen } from '../../../parts/screen.tsx'
import { useWordsOf } from '../../../words/words.ts'
import facts from '../frame/facts.module.css'
import { useOrganization } from '../frame/use-organization.ts'
import styles from './imports.module.css'
import { type Template, UseTemplate } from './use-template.tsx'

const templatesQuery = queryOptions({
  queryKey: ['templates'],
  queryFn: async ({ signal }) => (await api.get('/v1/templates', { signal })).items,
})

/** Pages that a space can begin with. */
export function Templates() {
  const words = useWordsOf('imports')
  const organization = useOrganization()
  const { data: templates } = useSuspenseQuery(templatesQuery)
  const [used, setUsed] = useState<Template>()
  return (
    <Screen title={words.templatesTitle}>
      <p className={facts.lead}>{words.templatesHint}</p>
      <ul className={styles.cards}>
        {templates.map((template) => (
          <li key={template.id} className={styles.card}>
            <div>
              <h2>{template.title}</h2>
              <p>{template.description}</p>
            </div>
            <Button aria-label={words.useThis(template.title)} onClick={() => setUsed(template)}>
              {words.useTemplate}
            </Button>
          </li>
        ))}
      </ul>
      {used && <UseTemplate template={used} organization={organization} onClose={() => setUsed(undefined)} />}
    </Screen>
  )
}
