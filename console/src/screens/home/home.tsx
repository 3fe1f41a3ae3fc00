import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api } from '../../api/client.ts'
import { organizationsQuery } from '../../api/queries.ts'
import { storedOrganization } from '../../frame/frame.tsx'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { Notice, refusalText } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import { Entrance } from '../sign-in/entrance.tsx'
import styles from '../sign-in/sign-in.module.css'

/** Leads to the organization that was open last; somebody without one creates their first here. */
export function Home() {
  const { data: organizations } = useSuspenseQuery(organizationsQuery)
  const { new: isNew } = useSearch({ from: '/signed-in/' })
  const last = organizations.find(({ id }) => id === storedOrganization()) ?? organizations[0]
  if (last && !isNew) return <Navigate to="/o/$organizationId" params={{ organizationId: last.id }} replace />
  return <NewOrganization />
}

function NewOrganization() {
  const words = useWordsOf('account')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [title, setTitle] = useState('')
  const create = useMutation({
    mutationFn: () => api.post('/v1/orgs', { body: { title } }),
    async onSuccess({ id }) {
      await queries.invalidateQueries(organizationsQuery)
      await navigate({ to: '/o/$organizationId', params: { organizationId: id } })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate()
  }
  return (
    <Entrance title={words.newOrganization}>
      <form className={styles.form} onSubmit={submit}>
        <p className={styles.lead}>{words.newOrganizationLead}</p>
        <Field
          label={words.organizationName}
          value={title}
          onChange={({ target }) => setTitle(target.value)}
          required
          maxLength={50}
          autoFocus
        />
        {create.error && <Notice>{refusalText(create.error, words)}</Notice>}
        <Button kind="primary" type="submit" busy={create.isPending}>
          {words.create}
        </Button>
      </form>
    </Entrance>
  )
}
