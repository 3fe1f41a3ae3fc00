import { expect, test } from '@jest/globals'
import { allOperations } from '../src/index.ts'

/** Operations whose answers have a secret, and which an old session may call all the same (docs/adr/0072). */
const exempt: Record<string, string> = {
  listOrganizationInviteLinks: 'shows links that exist: administrators see and end them',
  getOrganizationInviteLink: 'shows links that exist: administrators see and end them',
  createOrganizationInvite: 'asks by itself where the link makes administrators',
  updateOrganizationMemberLastSeenAt: 'its claims tell sites who the caller is',
  setSpaceGitSync: 'its secret lets content alone in',
  generateStorageUploadURL: 'its address takes one file',
  generateSpaceUploadURL: 'its address takes one file',
  createSiteMcpServer: 'its headers let nobody into this system',
  updateSiteMcpServerById: 'its headers let nobody into this system',
  listSiteShareLinks: 'its links open content alone',
  createSiteShareLink: 'its links open content alone',
  getSitePublishingAuthById: 'its key opens content alone',
  updateSitePublishingAuthById: 'its key opens content alone',
  regenerateSitePublishingAuthById: 'its key opens content alone',
  createSiteVisit: 'lets its caller alone read a site',
}

test('what answers with a secret asks for a recent sign-in, unless it says why not', () => {
  const behindSession = allOperations.filter(({ access, secret }) => secret && access.on !== 'public')
  const without = behindSession.filter(({ recentSignIn }) => !recentSignIn).map(({ id }) => id)
  expect(without.sort()).toEqual(Object.keys(exempt).sort())
})
