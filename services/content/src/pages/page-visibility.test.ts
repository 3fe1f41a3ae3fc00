import { expect, test } from '@jest/globals'
import type { PageEntry } from '../storage/revisions/revision-entries.ts'
import type { PageNode } from '../storage/revisions/revision-reads.ts'
import { type ContentCaller, evaluationFor, visibleTree } from './page-visibility.ts'

const visitor = (claims: object) => ({ kind: 'site', scope: 'read', visit: { claims } }) as ContentCaller
const member: ContentCaller = { kind: 'user', scope: 'full', userId: 'ada' }

test('a visitor is never shown a text as it was written; others are where they ask for nothing else', () => {
  const page = { variables: { city: 'Oslo' } }
  const context = { visitor: { claims: { beta: true } }, page: { vars: { city: 'Oslo' } }, space: { vars: {} } }
  const caller = visitor({ beta: true })
  for (const requested of ['true', 'false', 'deterministic-only', undefined] as const)
    expect(evaluationFor(caller, requested, page)).toEqual({ context, leaves: [], omitsComments: true })
  expect(evaluationFor(caller, 'false')?.leaves).toEqual([])
  expect(evaluationFor(member, 'deterministic-only')?.leaves).toEqual(['visitor', 'page'])
  for (const requested of ['false', undefined] as const) expect(evaluationFor(member, requested, page)).toBeUndefined()
  expect(evaluationFor(member, 'true', page)?.context.visitor).toEqual({ claims: {} })
})

const node = (id: string, condition?: string, pages: PageNode[] = []): PageNode => {
  const page: Partial<PageEntry> = { type: 'group', title: id, slug: id, parent: null, ...(condition && { condition }) }
  return { id, path: id, pages, page: page as PageEntry }
}
const tree = () => [
  node('open', undefined, [node('for-some', 'visitor.claims.beta'), node('for-all', '!visitor.claims.none')]),
  node('closed', 'visitor.claims.none', [node('below')]),
  node('broken', 'visitor.claims.beta =', [node('below-broken')]),
]
const idsIn = (nodes: PageNode[]): string[] => nodes.flatMap(({ id, pages }) => [id, ...idsIn(pages)])

test('a visitor sees the pages whose conditions are met, and nothing below others; members see all', async () => {
  expect(idsIn(await visibleTree(visitor({ beta: true }), tree()))).toEqual(['open', 'for-some', 'for-all'])
  expect(idsIn(await visibleTree(visitor({}), tree()))).toEqual(['open', 'for-all'])
  expect(idsIn(await visibleTree(member, tree()))).toEqual(idsIn(tree()))
})
