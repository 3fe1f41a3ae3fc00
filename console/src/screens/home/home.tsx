import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { api } from '../../api/client.ts'
import { meQuery, organizationsQuery } from '../../api/queries.ts'
import { storedOrganization } from '../../frame/frame.tsx'
import { joinableQuery } from '../../frame/joinable.ts'
import { Button, buttonClass } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { Loading, Notice, refusalText } from '../../parts/states.tsx'
import { useFormDraft } from '../../parts/use-form-draft.ts'
import { useWordsOf } from '../../words/words.ts'
import { Entrance } from '../sign-in/entrance.tsx'
import styles from '../sign-in/sign-in.module.css'
import { JoinByDomain } from './join-by-domain.tsx'

/** Leads to the organization that was open last; somebody without one joins or creates their first here. */
export function Home() {
  const { data: organizations } = useSuspenseQuery(organizationsQuery)
  const { new: isNew } = useSearch({ from: '/signed-in/' })
  const last = organizations.find(({ id }) => id === storedOrganization()) ?? organizations[0]
  if (last && !isNew) return <Navigate to="/o/$organizationId" params={{ organizationId: last.id }} replace />
  return <AnotherOrganization />
}

/** Offers the organizations that the address of the person opens, above a new one. */
function AnotherOrganization() {
  const words = useWordsOf('account')
  const { data: me } = useQuery(meQuery)
  const { data: joinable = [], isLoading } = useQuery(joinableQuery(me?.email))
  // Otherwise somebody might begin to name a new organization, because their own is shown late.
  if (isLoading) return <Loading />
  if (!me?.email || joinable.length === 0)
    return (
      <Entrance title={words.newOrganization}>
        <NewOrganization />
      </Entrance>
    )
  return (
    <Entrance title={words.joinByDomainTitle}>
      <JoinByDomain email={me.email} organizations={joinable} />
      <section className={styles.other}>
        <h2>{words.newOrganization}</h2>
        <NewOrganization isSecond />
      </section>
    </Entrance>
  )
}

/** The form of a new organization; `isSecond` says that there are others to choose before. */
function NewOrganization({ isSecond = false }: { isSecond?: boolean }) {
  const words = useWordsOf('account')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { data: organizations } = useSuspenseQuery(organizationsQuery)
  const { form, change, clear } = useFormDraft('new-organization', { title: '' })
  const create = useMutation({
    mutationFn: () => api.post('/v1/orgs', { body: form }),
    async onSuccess({ id }) {
      clear()
      await queries.invalidateQueries(organizationsQuery)
      await navigate({ to: '/o/$organizationId', params: { organizationId: id } })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate()
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <p className={styles.lead}>{words.newOrganizationLead}</p>
      <Field
        label={words.organizationName}
        value={form.title}
        onChange={({ target }) => change({ title: target.value })}
        required
        maxLength={50}
        autoFocus={!isSecond}
      />
      {create.error && <Notice>{refusalText(create.error, words)}</Notice>}
      <Button kind={isSecond ? 'plain' : 'primary'} type="submit" busy={create.isPending}>
        {words.create}
      </Button>
      {organizations.length > 0 && (
        <Link to="/" className={buttonClass()}>
          {words.cancel}
        </Link>
      )}
    </form>
  )
}
