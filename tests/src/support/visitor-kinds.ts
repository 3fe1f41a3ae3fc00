import jwt from 'jsonwebtoken'
import type { apiOf } from './api-client.ts'

export const visibilities = ['public', 'unlisted', 'share-link', 'visitor-auth'] as const
export type Visibility = (typeof visibilities)[number]

/** A kind of visitor, by credentials. */
export type VisitorKind = keyof ReturnType<typeof visitorKinds>

/** The credentials of a visitor: a key in the address, a token in the query, or headers. */
export interface VisitorCredentials {
  key?: string
  token?: string
  headers?: Record<string, string>
}

/** Sends an operation as an administrator of the organization. */
export type Made = (operation: string, params?: object, body?: object) => ReturnType<ReturnType<typeof apiOf>['made']>

/** Creates a published site of a space, with a redirect and every kind of credential. */
export async function openedSite(
  made: Made,
  spaceId: string,
  { name, visibility }: { name: string; visibility: Visibility },
) {
  const { id: siteId } = await made('createSite', {}, { title: 'Owl roost', spaces: [spaceId] })
  // Share links have addresses only while the site has this visibility.
  await made('updateSiteById', { siteId }, { basename: name, visibility: 'share-link' })
  await made('publishSite', { siteId })
  const keyOf = async (one: string) => {
    const link = await made('createSiteShareLink', { siteId }, { name: one })
    return { id: link.id, key: new URL(link.urls.published).pathname.split('/').at(-1) ?? '' }
  }
  const [link, ended] = [await keyOf('one'), await keyOf('two')]
  await made('updateSiteShareLinkById', { siteId, shareLinkId: ended.id }, { active: false })
  await made('updateSiteById', { siteId }, { visibility })
  const destination = { kind: 'external', url: 'https://owls.example.com/' }
  await made('createSiteRedirect', { siteId }, { source: '/old', destination })
  const { privateKey } = await made('getSitePublishingAuthById', { siteId })
  const preview = new URL((await made('getSitePublishingPreviewById', { siteId })).url).searchParams.get('jwt_token')
  return { name, siteId, key: link.key, endedKey: ended.key, privateKey: String(privateKey), preview: preview ?? '' }
}

type OpenedSite = Awaited<ReturnType<typeof openedSite>>

/** Every kind of visitor, with credentials for the site or for another one. */
export function visitorKinds(site: OpenedSite, other: OpenedSite, accessTokens: { member: string; outsider: string }) {
  const withKey = (key: string): VisitorCredentials => ({ key })
  const withToken = (token: string): VisitorCredentials => ({ token, headers: { cookie: `quire-visitor=${token}` } })
  const withAccess = (token: string): VisitorCredentials => ({ headers: { authorization: `Bearer ${token}` } })
  const signed = (key: string, expiresIn: '1h' | '-1h' | '31d', algorithm: 'HS256' | 'none' = 'HS256') =>
    withToken(jwt.sign({ plan: 'pro' }, key, { expiresIn, algorithm }))
  return {
    'somebody with nothing': {} as VisitorCredentials,
    'who has the key of a share link': withKey(site.key),
    'who has the key of a link that was turned off': withKey(site.endedKey),
    'who has the key of another site': withKey(other.key),
    'who has a made-up key': withKey('a'.repeat(site.key.length)),
    'a visitor with a token of the site': signed(site.privateKey, '1h'),
    'a visitor with a token that another key signed': signed('0'.repeat(64), '1h'),
    'a visitor with a token that nobody signed': signed('', '1h', 'none'),
    'a visitor whose token is over': signed(site.privateKey, '-1h'),
    'a visitor whose token lasts too long': signed(site.privateKey, '31d'),
    'a visitor with a token of another site': signed(other.privateKey, '1h'),
    'a member with a preview': withToken(site.preview),
    'a member with a preview of another site': withToken(other.preview),
    'a member with an access token': withAccess(accessTokens.member),
    'an outsider with an access token': withAccess(accessTokens.outsider),
  }
}
