import type { Organization } from '@quire/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { organizationsQuery, refresh } from '../../api/queries.ts'
import { domainOf, joinableQuery } from '../../frame/joinable.ts'
import { Button } from '../../parts/button.tsx'
import { Notice, refusalText } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import styles from '../sign-in/sign-in.module.css'

interface JoinByDomainProps {
  email: string
  organizations: Pick<Organization, 'id' | 'title'>[]
}

/** Offers the organizations that the domain of an address opens. */
export function JoinByDomain({ email, organizations }: JoinByDomainProps) {
  const words = useWordsOf('account')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const join = useMutation({
    mutationFn: (organizationId: string) => api.post('/v1/orgs/{organizationId}/join', { params: { organizationId } }),
    async onSuccess(_, organizationId) {
      await refresh(queries, organizationsQuery.queryKey, joinableQuery(email).queryKey)
      await navigate({ to: '/o/$organizationId', params: { organizationId } })
    },
  })
  return (
    <div className={styles.form}>
      <p className={styles.lead}>{words.joinByDomainLead(domainOf(email))}</p>
      {join.error && <Notice>{refusalText(join.error, words)}</Notice>}
      {organizations.map(({ id, title }) => (
        <Button
          key={id}
          kind="primary"
          busy={join.isPending && join.variables === id}
          disabled={join.isPending}
          onClick={() => join.mutate(id)}
        >
          {words.joinNamed(title)}
        </Button>
      ))}
    </div>
  )
}
