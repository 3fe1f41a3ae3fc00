import { expect, test } from '@jest/globals'
import { unavailable } from '@quire/kit'
import { admissionOf, type LookupContext } from './visitor-admission.ts'

const site = { id: 'site', published: true, visibility: 'members', organization_id: 'org' }
const visit = { site: 'site', user: 'bob', token: 'session', exp: 4e9 }
const siteToken = { site: 'site', preview: { user: 'bob', token: 'session' }, claims: {}, exp: 4e9 }
const preview = { site: 'site', user: 'bob', claims: {}, token: 'session', exp: 4e9 }

test('no token admits to an internal site or a preview while changes of access may have been missed', async () => {
  const deps = {
    isRevoked: () => false,
    signer: { read: () => preview },
    requireFreshAccess() {
      throw unavailable('stale', 5)
    },
  }
  const tokens = [{ siteToken }, { siteToken: { ...siteToken, internal: true } }]
  for (const ground of [{ toolVisit: visit }, ...tokens, { visitor: { jwtToken: 'preview' } }]) {
    const asking = { deps, caller: {}, visitor: {}, ...ground } as unknown as LookupContext
    const found = { site } as unknown as Parameters<typeof admissionOf>[1]
    await expect(admissionOf(asking, found, [])).rejects.toMatchObject({ status: 503 })
  }
})
