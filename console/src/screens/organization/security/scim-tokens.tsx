import { api } from '../../../api/client.ts'
import { all } from '../../../api/queries.ts'
import { base } from '../../../page.ts'
import { CopyField } from '../../../parts/copy-field.tsx'
import { useWordsOf } from '../../../words/words.ts'
import { TokenList } from './token-list.tsx'

/** The tokens with which a provider of identities manages members and teams. */
export function ScimTokens({ organizationId }: { organizationId: string }) {
  const words = useWordsOf('security')
  const at = '/v1/orgs/{organizationId}/scim-tokens' as const
  const params = { organizationId }
  return (
    <TokenList
      title={words.scim}
      hint={words.scimHint}
      queryKey={['scim-tokens', organizationId]}
      read={(signal) => all((page) => api.get(at, { params, query: { page }, signal }))}
      create={({ name, expiresAt }) => api.post(at, { params, body: { name, expiresAt } })}
      revoke={(tokenId) => api.delete(`${at}/{tokenId}`, { params: { ...params, tokenId } })}
    >
      <CopyField label={words.scimAddress} value={`${location.origin}${base}/v1/orgs/${organizationId}/scim/v2`} />
    </TokenList>
  )
}
