import { faKey, faPlus } from '@fortawesome/free-solid-svg-icons'
import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Badge } from '../../../parts/badge.tsx'
import { Button } from '../../../parts/button.tsx'
import { Confirm } from '../../../parts/confirm.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { Read } from '../../../parts/read.tsx'
import rows from '../../../parts/rows.module.css'
import { Section } from '../../../parts/screen.tsx'
import { Time } from '../../../parts/time.tsx'
import { useWordsOf } from '../../../words/words.ts'
import facts from '../frame/facts.module.css'
import { NewToken, type WantedToken } from './new-token.tsx'

interface ListedToken {
  id: string
  name: string
  scope?: 'full' | 'read'
  createdAt: string
  expiresAt: string
}

interface TokenListProps {
  title: string
  hint: string
  /** Stands below the hint. */
  children?: ReactNode
  queryKey: QueryKey
  read: (signal: AbortSignal) => Promise<ListedToken[]>
  create: (wanted: WantedToken) => Promise<{ token: string }>
  revoke: (id: string) => Promise<unknown>
  hasScopes?: boolean
}

/** Tokens of one kind: what there is, a new one that is shown once, and their end. */
export function TokenList({ title, hint, children, queryKey, read, create, revoke, hasScopes }: TokenListProps) {
  const words = useWordsOf('security')
  const queries = useQueryClient()
  const tokens = useQuery({ queryKey, queryFn: ({ signal }) => read(signal) })
  const [isCreating, setCreating] = useState(false)
  const [ended, setEnded] = useState<ListedToken>()
  const refresh = () => queries.invalidateQueries({ queryKey })
  const end = useMutation({
    mutationFn: () => revoke(ended?.id ?? ''),
    async onSuccess() {
      setEnded(undefined)
      await refresh()
    },
  })
  return (
    <Section
      title={title}
      aside={
        <Button icon={faPlus} aria-label={words.newTokenOf(title)} onClick={() => setCreating(true)}>
          {words.newToken}
        </Button>
      }
    >
      <p className={facts.lead}>{hint}</p>
      {children}
      <Read of={tokens}>
        {(found) =>
          found.length === 0 ? (
            <p className={rows.detail}>{words.noTokens}</p>
          ) : (
            <ul className={rows.rows}>
              {found.map((token) => (
                <li key={token.id} className={rows.row}>
                  <span className={rows.symbol}>
                    <Icon icon={faKey} />
                  </span>
                  <span className={rows.main}>
                    <span className={rows.title}>{token.name}</span>
                    <span className={rows.detail}>
                      {words.created} <Time at={token.createdAt} /> · {words.expires} <Time at={token.expiresAt} />
                    </span>
                  </span>
                  <span className={rows.aside}>
                    {token.scope === 'read' && <Badge>{words.scopes.read}</Badge>}
                    <Button aria-label={words.revokeThis(token.name)} onClick={() => setEnded(token)}>
                      {words.revoke}
                    </Button>
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Read>
      {isCreating && (
        <NewToken
          title={title}
          draft={queryKey.join('/')}
          hasScopes={hasScopes === true}
          create={async (wanted) => {
            const created = await create(wanted)
            await refresh()
            return created
          }}
          onClose={() => setCreating(false)}
        />
      )}
      {ended && (
        <Confirm
          title={words.revokeQuestion(ended.name)}
          description={words.revokeHint}
          action={words.revoke}
          work={end}
          onClose={() => setEnded(undefined)}
        />
      )}
    </Section>
  )
}
