import { api } from '../../../api/client.ts'
import { all } from '../../../api/queries.ts'
import { Screen } from '../../../parts/screen.tsx'
import { useWordsOf } from '../../../words/words.ts'
import { useOrganization } from '../frame/use-organization.ts'
import { ScimTokens } from './scim-tokens.tsx'
import { TokenList } from './token-list.tsx'

/** The tokens of the person who is signed in, and for administrators those of the organization. */
export function Tokens() {
  const words = useWordsOf('security')
  const organization = useOrganization()
  return (
    <Screen title={words.tokensTitle}>
      <TokenList
        title={words.ownTokens}
        hint={words.ownTokensHint}
        queryKey={['tokens']}
        read={(signal) => all((page) => api.get('/v1/user/tokens', { query: { page }, signal }))}
        create={(body) => api.post('/v1/user/tokens', { body })}
        revoke={(tokenId) => api.delete('/v1/user/tokens/{tokenId}', { params: { tokenId } })}
        hasScopes
      />
      {organization.permissions.admin && <ScimTokens organizationId={organization.id} />}
    </Screen>
  )
}
